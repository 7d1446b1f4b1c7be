import type { Evaluator } from './evaluator.ts';
import { unknown } from './plain.ts';
import type { Entry, Value } from './value.ts';
import { bare, memberName } from './walk.ts';

/**
 * What a group of form controls holds: `new FormGroup({name: new FormControl('')})` and `builder.group({name: ['', required]})` are
 * worth `{name: ''}` when they are asked for their value.
 *
 * @returns `undefined` for what is no group of controls.
 */
export function controlsOf(group: Value, worth: Evaluator['worth']): Value | undefined {
  const given = group.is === 'instance' ? group.args[0] : givenToBuilder(group, worth);
  if (given?.is !== 'object' || given.entries.size === 0) return undefined;
  const entries = new Map<string, Entry>();
  for (const [key, entry] of given.entries) {
    const control = entry.value();
    // `builder.group({note: ''})`: what nothing is asked of may be written without a list.
    if (!isControl(control) && !(group.is !== 'instance' && isPlain(control))) return undefined;
    entries.set(key, { ...entry, value: () => heldBy(control, worth) });
  }
  return { is: 'object', entries, open: given.open, spot: group.spot };
}

/** The builder is a library's, and so what it makes is not known: what it was called with is. */
function givenToBuilder(group: Value, worth: Evaluator['worth']): Value | undefined {
  const call = callTo(group, 'group');
  const [given] = call?.arguments ?? [];
  return given?.type === 'ObjectExpression' ? worth(group.spot.unit, given) : undefined;
}

/** `['', [required]]`, `new FormControl('')`, `builder.control('')`, and groups within the group. */
const isControl = (value: Value): boolean =>
  value.is === 'instance' || value.is === 'array' || callTo(value, 'control', 'group') !== undefined;

const isPlain = ({ is }: Value): boolean => is === 'text' || is === 'number' || is === 'boolean';

function callTo(value: Value, ...names: string[]) {
  const call = bare(value.spot.node);
  const isOne =
    value.is === 'unknown' && call.type === 'CallExpression' && names.includes(memberName(bare(call.callee)) ?? '');
  return isOne ? call : undefined;
}

function heldBy(control: Value, worth: Evaluator['worth']): Value {
  const first = control.is === 'array' ? control.items[0] : control.is === 'instance' ? control.args[0] : undefined;
  return controlsOf(control, worth) ?? first ?? (isPlain(control) ? control : unknown(control.spot));
}
