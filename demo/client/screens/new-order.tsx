import { type FormEvent, useState } from 'react';
import { errors } from '#release/errors.ts';
import { newOrderRules } from '#release/new-order-rules.ts';
import { numbers } from '#release/numbers.ts';
import { dayOf } from '../clock.ts';
import { useDesk } from '../desk.tsx';
import { broken, type Messages, type Values } from '../forms/rule.ts';
import { CallRefused } from '../request.ts';
import { Link, useRouter } from '../router.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { asRefusal } from '../use-loaded.ts';
import { Terms } from './terms.tsx';

const countries: [string, string][] = [
  ['', 'Choose…'],
  ['DE', 'Germany'],
  ['AT', 'Austria'],
  ['CH', 'Switzerland'],
  ['NL', 'Netherlands'],
];
const dayMs = 86_400_000;

export function NewOrderScreen() {
  const { may } = useDesk();
  return (
    <Screen title="New order" back={<Link to="/orders">All orders</Link>}>
      {may('createOrder') ? (
        <div className="columns">
          <OrderForm />
          <Terms />
        </div>
      ) : (
        <Refusal of={new CallRefused(403, 'FORBIDDEN', errors.FORBIDDEN?.message ?? '', [])} />
      )}
    </Screen>
  );
}

function OrderForm() {
  const { calls, clock } = useDesk();
  const { go } = useRouter();
  const [values, setValues] = useState<Values>({});
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();
  const earliest = dayOf(clock.now() + numbers.minLeadDays * dayMs);
  const of = (field: string) => ({
    name: field,
    value: values[field] ?? '',
    message: messages[field],
    rules: newOrderRules,
    onValue: (value: string) => setValues((before) => ({ ...before, [field]: value })),
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setRefusal(undefined);
    const found = broken(newOrderRules, values, clock.now(), numbers.minLeadDays);
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    const text = (field: string) => (values[field] ?? '').trim();
    try {
      const order = await calls.createOrder({
        reference: text('reference'),
        neededBy: text('neededBy') || null,
        deliveryAddress: {
          street: text('deliveryAddress.street'),
          city: text('deliveryAddress.city'),
          postcode: text('deliveryAddress.postcode'),
          country: text('deliveryAddress.country'),
        },
        ...(text('note') ? { note: text('note') } : {}),
      });
      go(`/orders/${order.orderId}`);
    } catch (cause) {
      const refused = asRefusal(cause);
      setRefusal(refused);
      setMessages(Object.fromEntries(refused.fields.map(({ field, message }) => [field, message])));
    }
  }

  return (
    <form name="new-order" aria-label="New order" className="card" noValidate onSubmit={submit}>
      <Refusal of={refusal} />
      <Field label="Reference" placeholder="Kitchen 12 / north wing" {...of('reference')} />
      <Field label="Needed by" placeholder={earliest} {...of('neededBy')} />
      <fieldset>
        <legend>Delivery address</legend>
        <Field label="Street" {...of('deliveryAddress.street')} />
        <div className="pair">
          <Field label="Postcode" {...of('deliveryAddress.postcode')} />
          <Field label="City" {...of('deliveryAddress.city')} />
        </div>
        <Choice label="Country" options={countries} {...of('deliveryAddress.country')} />
      </fieldset>
      <Field label="Note" type="long" {...of('note')} />
      <button type="submit">Create order</button>
    </form>
  );
}
