import type { ChangedDetail, ChangeItem, Exposure, Statement } from '@sightglass/wire';
import { counted } from '../points/point.ts';

/** A statement's subject in a few words, without its counts: `field part.packSize (integer, required)`. */
export function nameStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'screen':
      return `screen ${statement.route}${statement.title === '' ? '' : ` “${statement.title}”`}`;
    case 'link':
      return `link ${statement.from} → ${statement.to}`;
    case 'entity':
    case 'role':
      return `${statement.kind} ${statement.name}`;
    case 'field':
      return `field ${statement.entity}.${statement.name} (${valueWords(statement)})`;
    case 'state':
      return `state ${statement.name} of ${statement.entity}`;
    case 'transition': {
      const by = statement.by === null ? '' : ` by ${statement.by.method} ${statement.by.path}`;
      return `transition ${statement.entity}: ${statement.from} → ${statement.to}${by}`;
    }
    case 'rule': {
      const where = statement.call ? `${statement.call.method} ${statement.call.path}` : `form ${statement.form ?? ''}`;
      return `rule ${statement.field} ${statement.rule}${statement.value === null ? '' : ` ${told(statement.value)}`} of ${where}`;
    }
    case 'permission':
      return `${statement.role} ${statement.allowed ? 'may' : 'may not'} ${doneOf(statement)}`;
    case 'call':
      return `call ${statement.method} ${statement.host}${statement.path}`;
    case 'query':
      return `query parameter ${statement.name} of ${statement.call.method} ${statement.call.path}`;
    case 'requestField':
      return `request field ${statement.name} of ${statement.call.method} ${statement.call.path} (${valueWords(statement)})`;
    case 'responseField':
      return `answer field ${statement.name} of ${statement.call.method} ${statement.call.path} (${valueWords(statement)})`;
    case 'status':
      return `status ${statement.status} of ${statement.call.method} ${statement.call.path}`;
    case 'error':
      return `error ${statement.code}${statement.status === null ? '' : ` (${statement.status})`}`;
    case 'constant':
      return `${statement.name} = ${statement.value}${statement.unit === null ? '' : ` ${statement.unit}`}`;
    case 'flag':
      return `flag ${statement.name}`;
    case 'storage':
      return `${statement.area ?? 'stored'} key ${statement.name}`;
    case 'capability':
      return `capability ${statement.verb} ${statement.entity}`;
    default:
      return statement.kind;
  }
}

type ValueWords = { type: string; format: string | null; required: boolean; nullable: boolean };

function valueWords({ type, format, required, nullable }: ValueWords): string {
  return [
    `${type}${format === null ? '' : ` ${format}`}`,
    ...(required ? ['required'] : []),
    ...(nullable ? ['nullable'] : []),
  ].join(', ');
}

function doneOf({ call, route, action }: Extract<Statement, { kind: 'permission' }>): string {
  if (call) return `${call.method} ${call.path}`;
  return route === null ? (action ?? '') : `open ${route}`;
}

/** What happened, in one sentence. */
export function tellChange(
  change: ChangeItem['change'],
  statement: Statement,
  details: readonly ChangedDetail[],
  missingIn: { side: 'from' | 'to'; exposure: Exposure; release: string | null } | null,
): string {
  const name = nameStatement(statement);
  if (change === 'changed')
    return `Changed: ${name}; ${details.map(({ name, from, to }) => `${name} ${told(from)} → ${told(to)}`).join(', ')}.`;
  const release = missingIn?.release
    ? `release ${missingIn.release}`
    : missingIn?.side === 'from'
      ? 'the earlier one'
      : 'the later one';
  const exposed = missingIn?.exposure.sessions ?? 0;
  const sessions = exposed === 0 ? 'no session' : counted(exposed, 'session');
  if (change === 'not exercised') return `Not exercised in ${release}: ${name}; ${sessions} there could have shown it.`;
  const what = `${change === 'added' ? 'New' : 'Gone'}: ${name}`;
  // What comes or goes with another change had no occasion of its own.
  return exposed === 0 ? `${what}.` : `${what}; not seen in ${sessions} of ${release}.`;
}

export function told(value: ChangedDetail['from']): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return value === true ? 'yes' : value === false ? 'no' : String(value);
}
