import { type FormEvent, useEffect, useState } from 'react';
import { ownPartFacts } from '#release/part.ts';
import { useDesk } from '../desk.tsx';
import type { Part } from '../entities.ts';
import { broken, type Messages } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import { euros } from '../money.ts';
import { prepareLabel } from '../parcel-label.ts';
import type { CallRefused } from '../request.ts';
import { Link } from '../router.tsx';
import { Field } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { asRefusal, useLoaded } from '../use-loaded.ts';
import { AddToOrder } from './add-to-order.tsx';

export function PartScreen({ params }: { params: Record<string, string> }) {
  const { calls, may } = useDesk();
  const partNo = params.partNo ?? '';
  const part = useLoaded(() => calls.getPart(partNo), [partNo]);
  const shown = part.value;
  useEffect(() => {
    if (shown) void prepareLabel(shown);
  }, [shown]);
  return (
    <Screen title="Part" back={<Link to="/parts">All parts</Link>}>
      <Refusal of={part.refusal} />
      {part.value && (
        <div className="columns">
          <section className="card">
            <h2>{part.value.name}</h2>
            {part.value.discontinued && <p className="notice">No longer made</p>}
            <Facts part={part.value} />
          </section>
          <div className="stack">
            {may('addLine') && <AddToOrder partNo={partNo} />}
            {may('editPart') && <PartForm part={part.value} onSaved={part.set} />}
            <SupplierCard supplierId={part.value.supplierId} />
          </div>
        </div>
      )}
    </Screen>
  );
}

function Facts({ part }: { part: Part }) {
  const facts: [string, string][] = [
    ['Number', part.partNo],
    ['Price', `${euros(part.priceCents)} a ${part.unit}`],
    ['In stock', `${part.stock} (at least ${part.minStock} wanted)`],
    ['Category', part.category],
    ['Finish', part.finish],
    ...ownPartFacts(part),
    ['Changed', part.updatedAt.slice(0, 10)],
  ];
  return (
    <dl>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SupplierCard({ supplierId }: { supplierId: string }) {
  const { calls } = useDesk();
  const supplier = useLoaded(() => calls.getSupplier(supplierId), [supplierId]);
  if (!supplier.value) return null;
  const { name, country, leadTimeDays, contactEmail } = supplier.value;
  return (
    <section className="card">
      <h2>Supplier</h2>
      <p>
        {name}, {country}
        <br />
        delivers in {leadTimeDays} days
        <br />
        <span className="mail">{contactEmail}</span>
      </p>
    </section>
  );
}

function PartForm({ part, onSaved }: { part: Part; onSaved(part: Part): void }) {
  const { calls, clock } = useDesk();
  const [values, setValues] = useState({ priceCents: `${part.priceCents}`, stock: `${part.stock}` });
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();
  const [saved, setSaved] = useState(false);
  useEffect(() => setValues({ priceCents: `${part.priceCents}`, stock: `${part.stock}` }), [part]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSaved(false);
    setRefusal(undefined);
    const found = broken(formRules['edit-part'], values, clock.now());
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    try {
      onSaved(
        await calls.editPart(part.partNo, { priceCents: Number(values.priceCents), stock: Number(values.stock) }),
      );
      setSaved(true);
    } catch (cause) {
      const refused = asRefusal(cause);
      setRefusal(refused);
      setMessages(Object.fromEntries(refused.fields.map(({ field, message }) => [field, message])));
    }
  }

  return (
    <form name="edit-part" aria-label="Edit part" className="card" noValidate onSubmit={submit}>
      <h2>Price and stock</h2>
      <Refusal of={refusal} />
      <Field
        label="Price in cents"
        name="priceCents"
        type="number"
        value={values.priceCents}
        message={messages.priceCents}
        rules={formRules['edit-part']}
        onValue={(priceCents) => setValues({ ...values, priceCents })}
      />
      <Field
        label="Stock"
        name="stock"
        type="number"
        value={values.stock}
        message={messages.stock}
        rules={formRules['edit-part']}
        onValue={(stock) => setValues({ ...values, stock })}
      />
      <button type="submit">Save part</button>
      {saved && <p role="status">Saved</p>}
    </form>
  );
}
