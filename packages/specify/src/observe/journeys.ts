import type { ActionRecord, ResourceRecord } from '@sightglass/wire';
import { callKey, isAnyCall, isCall, isTakenAnswer } from './call-key.ts';
import type { Observer } from './collect.ts';
import { isWrite } from './who.ts';

/** A test that does more than this to come to one thing tests several. */
const mostSteps = 12;
/** Keys that are longer are not taken, so long names are told short. */
const mostNameChars = 60;

/** One step of a journey, as keys hold it: route, role, name, type of action. */
export type Step = [route: string, role: string, name: string, type: string];

/**
 * How people come to something that is done: the actions from the beginning of the session to a call that wrote.
 *
 * - `journey`, key `{"call":"POST /api/orders","steps":[["/orders","link","New order","click"],…]}`, without detours: where somebody
 *   came back to an action, what lay between is left out, unless it wrote: then things are no longer as they were. Labels: `call:3 POST /api/orders` (what the fourth step caused).
 */
export const journeys: Observer = ({ records }, put) => {
  const made = Map.groupBy(records.filter(isCall), ({ action }) => action);
  const hasWritten = ({ id }: ActionRecord) => (made.get(id) ?? []).some(isTaken);
  let path: { action: ActionRecord; step: Step }[] = [];
  for (const action of records) {
    if (action.kind !== 'action' || (action.route ?? '') === '') continue;
    const step = stepOf(action);
    const known = path.findLastIndex((one) => isSame(one.step, step));
    const isDetour = known >= 0 && !path.slice(known + 1).some((one) => hasWritten(one.action));
    path = !isDetour ? [...path, { action, step }] : [...path.slice(0, known), { action, step }];
    const written = (made.get(action.id) ?? []).find(isTaken);
    if (written === undefined || action.type === 'input') continue;
    const way = path.slice(-mostSteps);
    const calls = way.flatMap(({ action: { id } }, index) =>
      [...new Set((made.get(id) ?? []).filter(({ host }) => host === '').map(callKey))].map(
        (key) => `call:${index} ${key}`,
      ),
    );
    const key = JSON.stringify({ call: callKey(written), steps: way.map((one) => one.step) });
    put('journey', key, { at: action.at, quality: 3, note: `${step[1]} ${step[2]}`, labels: calls });
  }
};

const stepOf = ({ route = '', role, name, type }: ActionRecord): Step => [
  route,
  role,
  name.slice(0, mostNameChars),
  type,
];

const isSame = (one: Step, other: Step): boolean => one.every((part, index) => part === other[index]);

const isTaken = (call: ResourceRecord): boolean =>
  call.host === '' && isWrite(call) && (call.operation !== undefined || !isAnyCall(call.path)) && isTakenAnswer(call);
