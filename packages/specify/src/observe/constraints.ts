import type { FormField, ResourceRecord } from '@sightglass/wire';
import { callKey, isCall, isTakenAnswer } from './call-key.ts';
import type { Observer, Put } from './collect.ts';
import { fieldsOf } from './fields.ts';
import { fieldName, screenOf } from './form-name.ts';
import { isWrite } from './who.ts';

/** Fields of one request that are told with what else was sent. */
const mostSent = 30;

/**
 * What the page states of its fields, and what is sent of them.
 *
 * - `constraint`, key `["field","New order","reference"]`; of a form without a name `["field","main","reference","/orders/new"]`. Labels: `type:email`, `required`, `min:1`, `max:200`, `step:0.5`,
 *   `minLength:3`, `maxLength:40`, `pattern:[a-z]+`, `options:4`, `label:Reference`, `route:/orders/new`, and
 *   `body:POST /api/orders reference` (where in which request its text was sent).
 * - `constraint`, key `["form","/orders/new","New order"]`: it was sent or refused. Labels: `submitted`, `refused`, and
 *   `call:POST /api/orders` (what that made).
 * - `constraint`, key `["sent","POST /api/orders"]`: bodies that were taken. Labels: `has:note`, `value:country=DE`, and
 *   `both:reason decision=reject` (the one was sent while the other was this).
 */
export const constraints: Observer = ({ records }, put) => {
  const made = Map.groupBy(records.filter(isCall), ({ action }) => action);
  const routes = new Map(records.flatMap((one) => (one.kind === 'action' ? [[one.id, one.route ?? ''] as const] : [])));
  for (const record of records) {
    if (record.kind === 'form' && record.event !== 'seen') {
      const { name, event, action = '', at } = record;
      // By then the next screen may be there.
      const route = routes.get(action) ?? record.route ?? '';
      const writes = (made.get(action) ?? []).filter(isWrite);
      put('constraint', JSON.stringify(['form', route, name]), {
        at,
        note: `${name} ${event}`,
        labels: [event, ...writes.map((call) => `call:${callKey(call)}`)],
      });
    }
    if (record.kind === 'form' && record.event === 'seen') {
      const { name, fields = [], route, at } = record;
      // Rows of a table repeat their fields.
      const byName = new Map(fields.map((field) => [fieldName(field.name), field]));
      for (const [plain, field] of byName)
        put('constraint', JSON.stringify(['field', name, plain, ...screenOf(name, route)]), {
          at,
          note: `${field.label ?? plain} in ${name}`,
          labels: [...statedOf(field), ...(route === undefined || route === '' ? [] : [`route:${route}`])],
        });
    }
    if (isCall(record) && isWrite(record)) putSent(record, put);
  }
};

function statedOf({
  type,
  required,
  min,
  max,
  step,
  minLength,
  maxLength,
  pattern,
  options,
  label,
}: FormField): string[] {
  const stated = Object.entries({ type, min, max, step, minLength, maxLength, pattern, options, label });
  return [
    ...(required ? ['required'] : []),
    ...stated.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}:${value}`])),
  ];
}

function putSent(call: ResourceRecord, put: Put): void {
  const key = callKey(call);
  const { at, request, filled = [] } = call;
  for (const { at: place, form, field } of filled)
    put('constraint', JSON.stringify(['field', form, fieldName(field), ...screenOf(form, call.route)]), {
      at,
      quality: 2,
      note: `${field} is sent as ${place}`,
      times: 0,
      labels: [`body:${key} ${bodyPath(place)}`],
    });
  if (request === undefined || !isTakenAnswer(call)) return;
  const sent = fieldsOf(request)
    .filter(({ path }) => path !== '$')
    .slice(0, mostSent);
  const values = sent.flatMap(({ path, labels }) =>
    labels.filter((label) => label.startsWith('value:')).map((label) => ({ path, value: `${path}=${label.slice(6)}` })),
  );
  put('constraint', JSON.stringify(['sent', key]), {
    at,
    quality: 2,
    note: `${key} takes it`,
    labels: [
      ...sent.map(({ path }) => `has:${path}`),
      ...values.map(({ value }) => `value:${value}`),
      ...sent.flatMap(({ path }) =>
        values.filter((other) => other.path !== path).map(({ value }) => `both:${path} ${value}`),
      ),
    ],
  });
}

/** `$.lines[0].partNo` as keys of fields write it: `lines[].partNo`. */
export function bodyPath(place: string): string {
  return place.replace(/^\$\.?/, '').replace(/\[\d*\]/g, '[]');
}
