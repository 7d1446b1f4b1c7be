import { limits, type Statement, statementKey } from '@sightglass/wire';
import { tellRule } from '../points/5-rules.ts';
import { tellSeen } from '../points/flags.ts';

/**
 * One statement from what sessions show and what code says. Details are those that were seen; code fills in what no session told. They
 * are two classes of witness: each makes the other surer, and a contradiction leaves the less sure of the two.
 */
export function combine<Kind extends Statement>(seen: Kind, written: Statement, contradicts: boolean): Kind {
  const confidence = contradicts
    ? Math.min(seen.confidence, written.confidence)
    : 1 - (1 - seen.confidence) * (1 - written.confidence);
  const rounded = Math.round(confidence * 1_000) / 1_000;
  return {
    ...seen,
    ...(contradicts ? {} : details(seen, written)),
    confidence: rounded,
    // What one visitor alone did may be theirs; what the product's code says too is not.
    tier: written.confidence < 0.5 ? seen.tier : rounded >= 0.8 ? 'firm' : rounded >= 0.5 ? 'likely' : 'suspected',
    // Code that says otherwise bears nothing out; it stands with the disagreement.
    evidence: contradicts ? seen.evidence : evidenceOf(seen, written),
  };
}

/** At least two places of code, where there are as many, beside the best moments. */
function evidenceOf(seen: Statement, written: Statement): Statement['evidence'] {
  const places = eachOnce(written.evidence).slice(0, Math.max(2, limits.maxEvidence - seen.evidence.length));
  return [...seen.evidence.slice(0, limits.maxEvidence - places.length), ...places];
}

/** One line of code is one place, however many columns of it say the same. */
export function eachOnce(evidence: Statement['evidence']): Statement['evidence'] {
  const placeOf = (piece: Statement['evidence'][number]) =>
    piece.type === 'code' ? `${piece.file}:${piece.line}` : `${piece.session}@${piece.at}`;
  return [...new Map(evidence.toReversed().map((piece) => [placeOf(piece), piece])).values()].toReversed();
}

/** What code knows and sessions do not. */
function details(seen: Statement, written: Statement): Partial<Statement> {
  switch (seen.kind) {
    case 'screen':
      return written.kind === 'screen' && seen.title === '' ? { title: written.title } : {};
    case 'rule':
      return written.kind === 'rule' ? ofRule(seen, written) : {};
    case 'state':
      if (written.kind !== 'state') return {};
      return { initial: seen.initial || written.initial, final: seen.final || written.final };
    case 'transition':
      if (written.kind !== 'transition') return {};
      return { by: seen.by ?? written.by, roles: [...new Set([...seen.roles, ...written.roles])] };
    case 'error':
      if (written.kind !== 'error') return {};
      return { status: seen.status ?? written.status, message: seen.message === '' ? written.message : seen.message };
    case 'constant':
      if (written.kind !== 'constant') return {};
      // A name may count in another unit than the number is told in.
      if (seen.value !== written.value && statementKey.constant(seen.name) !== statementKey.constant(written.name))
        return {};
      return { name: written.name, unit: seen.unit ?? written.unit };
    case 'flag':
      if (written.kind !== 'flag') return {};
      return {
        text: `${written.text} It was ${tellSeen(seen.seen)}.`,
        ...{ name: written.name, default: written.default, provider: written.provider, gates: written.gates },
      };
    case 'purpose':
      if (written.kind !== 'purpose' || seen.product !== '') return {};
      return { product: written.product };
    case 'field':
    case 'query':
    case 'requestField':
      if (written.kind !== seen.kind) return {};
      return { values: seen.values ?? written.values };
    default:
      return {};
  }
}

type Rule = Extract<Statement, { kind: 'rule' }>;

/** A number or a word that the browser left out of a message stands in the code. */
function ofRule(seen: Rule, written: Rule): Partial<Rule> {
  const isMasked = seen.message === null || /\{\w+\}/.test(seen.message);
  const told = {
    form: seen.form ?? written.form,
    call: seen.call ?? written.call,
    value: seen.value ?? written.value,
    message: isMasked ? (written.message ?? seen.message) : seen.message,
    from: [...new Set([...seen.from, ...written.from])],
  };
  const isSame = told.value === seen.value && told.message === seen.message;
  return { ...told, ...(isSame ? {} : { text: tellRule({ ...seen, ...told }) }) };
}
