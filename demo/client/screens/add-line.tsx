import { type FormEvent, useState } from 'react';
import { useDesk } from '../desk.tsx';
import type { Order } from '../entities.ts';
import { broken, type Messages } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import type { CallRefused } from '../request.ts';
import { Field } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { asRefusal } from '../use-loaded.ts';

const rules = formRules['add-line'];

export function AddLine({ orderId, onAdded }: { orderId: number; onAdded(order: Order): void }) {
  const { calls, clock } = useDesk();
  const [partNo, setPartNo] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setRefusal(undefined);
    const found = broken(rules, { partNo, quantity }, clock.now());
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    try {
      onAdded(await calls.addLine(orderId, partNo.trim(), Number(quantity)));
      setPartNo('');
      setQuantity('1');
    } catch (cause) {
      const refused = asRefusal(cause);
      setRefusal(refused);
      setMessages(Object.fromEntries(refused.fields.map(({ field, message }) => [field, message])));
    }
  }

  return (
    <form name="add-line" aria-label="Add line" className="add-line" noValidate onSubmit={submit}>
      <Refusal of={refusal} />
      <div className="pair">
        <Field
          label="Part number"
          name="partNo"
          placeholder="HNG-0412"
          value={partNo}
          message={messages.partNo}
          rules={rules}
          onValue={setPartNo}
        />
        <Field
          label="Quantity"
          name="quantity"
          type="number"
          value={quantity}
          message={messages.quantity}
          rules={rules}
          onValue={setQuantity}
        />
        <button type="submit">Add line</button>
      </div>
    </form>
  );
}
