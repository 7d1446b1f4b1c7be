import { type FormEvent, useState } from 'react';
import { useDesk } from '../desk.tsx';
import { broken, type Messages } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import type { CallRefused } from '../request.ts';
import { Link, useRouter } from '../router.tsx';
import { Field } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { asRefusal } from '../use-loaded.ts';

const rules = formRules['add-line'].filter((rule) => rule.field === 'quantity');

/** Puts the part into the newest draft of one's own, and goes there. */
export function AddToOrder({ partNo }: { partNo: string }) {
  const { calls, clock, user } = useDesk();
  const { go } = useRouter();
  const [quantity, setQuantity] = useState('1');
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();
  const [noDraft, setNoDraft] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setRefusal(undefined);
    setNoDraft(false);
    const found = broken(rules, { quantity }, clock.now());
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    try {
      const drafts = await calls.listOrders({ state: 'draft' });
      const own = drafts.items.find((order) => order.createdBy === user?.userId);
      if (!own) return setNoDraft(true);
      await calls.addLine(own.orderId, partNo, Number(quantity));
      go(`/orders/${own.orderId}`);
    } catch (cause) {
      const refused = asRefusal(cause);
      setRefusal(refused);
      setMessages(Object.fromEntries(refused.fields.map(({ field, message }) => [field, message])));
    }
  }

  return (
    <form name="add-to-order" aria-label="Add to order" className="card" noValidate onSubmit={submit}>
      <Refusal of={refusal} />
      {noDraft && (
        <p role="status" className="notice">
          You have no open draft. <Link to="/orders/new">Start a new order</Link> first.
        </p>
      )}
      <Field
        label="Quantity"
        name="quantity"
        type="number"
        value={quantity}
        message={messages.quantity}
        rules={rules}
        onValue={setQuantity}
      />
      <button type="submit">Add to order</button>
    </form>
  );
}
