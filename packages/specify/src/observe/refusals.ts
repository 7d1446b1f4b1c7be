import { callKey, isCall } from './call-key.ts';
import type { Observer } from './collect.ts';
import { bodyPath } from './constraints.ts';
import { fieldName, screenOf } from './form-name.ts';

/** What is longer tells more than a rule. */
const mostMessageChars = 300;

/**
 * What was refused, field by field, with what the person was told.
 *
 * - `refusal`, key `["form","New order","reference","A reference has at least 3 characters"]`. Labels: `control:button Create order` (what
 *   was acted on), `call:POST /api/orders` (the call that this made), `answered` (that call was refused, so it is the server who says it).
 * - `refusal`, key `["server","POST /api/orders","reference","minLength","A reference has at least 3 characters"]`; rule and message are
 *   empty where the answer names none.
 */
export const refusals: Observer = ({ records }, put) => {
  const calls = records.filter(isCall);
  const made = Map.groupBy(calls, ({ action }) => action);
  const controls = new Map(
    records.flatMap((record) =>
      record.kind === 'action' ? [[record.id, `${record.role} ${record.name}`] as const] : [],
    ),
  );
  const routes = new Map(records.flatMap((one) => (one.kind === 'action' ? [[one.id, one.route] as const] : [])));
  for (const record of records) {
    if (record.kind !== 'form' || record.event !== 'refused') continue;
    const { name, refusals = [], action, at } = record;
    const screen = screenOf(name, routes.get(action ?? '') ?? record.route);
    const control = action === undefined ? undefined : controls.get(action);
    // Only what was made before it was told.
    const caused = action === undefined ? [] : (made.get(action) ?? []).filter((call) => call.at <= at);
    const refused = caused.filter(({ status }) => status >= 400);
    for (const { field, message } of refusals) {
      if (field === '' || message.length > mostMessageChars) continue;
      put('refusal', JSON.stringify(['form', name, fieldName(field), message, ...screen]), {
        at,
        quality: 3,
        note: `${name}: ${message}`,
        labels: [
          ...(control === undefined ? [] : [`control:${control}`]),
          ...caused.map((call) => `call:${callKey(call)}`),
          ...(refused.length > 0 ? ['answered'] : []),
        ],
      });
    }
  }
  for (const call of calls) {
    for (const { field, rule = '', message = '' } of call.errorFields ?? []) {
      if (field === '' || message.length > mostMessageChars) continue;
      put('refusal', JSON.stringify(['server', callKey(call), bodyPath(field), rule, message]), {
        at: call.at,
        quality: call.action === undefined ? 2 : 3,
        note: `${callKey(call)} refuses ${field}`,
      });
    }
  }
};
