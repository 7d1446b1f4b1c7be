import { useState } from 'react';
import { useDesk } from '../desk.tsx';
import type { Order } from '../entities.ts';
import { broken, type Messages } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import type { CallRefused } from '../request.ts';
import { Field } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { asRefusal } from '../use-loaded.ts';

const rules = formRules.decision;

export function Decision({ orderId, onDecided }: { orderId: number; onDecided(order: Order): void }) {
  const { calls, clock } = useDesk();
  const [reason, setReason] = useState('');
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();

  async function decide(decision: 'approve' | 'reject'): Promise<void> {
    setRefusal(undefined);
    const found = broken(rules, { decision, reason }, clock.now());
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    try {
      onDecided(await calls.decide(orderId, decision, reason.trim() || undefined));
    } catch (cause) {
      const refused = asRefusal(cause);
      setRefusal(refused);
      setMessages(Object.fromEntries(refused.fields.map(({ field, message }) => [field, message])));
    }
  }

  return (
    <form
      name="decision"
      aria-label="Decision"
      className="card"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>Decision</h2>
      <Refusal of={refusal} />
      <Field label="Reason" name="reason" value={reason} message={messages.reason} rules={rules} onValue={setReason} />
      <div className="buttons">
        <button type="button" onClick={() => decide('approve')}>
          Approve
        </button>
        <button type="button" className="danger" onClick={() => decide('reject')}>
          Reject
        </button>
      </div>
    </form>
  );
}
