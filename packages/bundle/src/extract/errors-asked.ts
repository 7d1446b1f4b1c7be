import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Unit } from '../evaluate/value.ts';
import { bare, isFunction, memberName, nameOfKey, sidesOf, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { anybodys, isCode, isCodeName, isForPeople, speaksOfFailure } from './error-code.ts';
import type { ErrorFact } from './fact.ts';
import { decisionAt } from './gates.ts';

/** More than this is done for many reasons, and the first sentence in it may be about any of them. */
const longestAnswer = 1_200;

/**
 * A code that is asked for where it is told what it means: `error.code === 'SEAT_TAKEN' && <p>Somebody sits there already.</p>`,
 * `if (problem?.code === 'TANK_FULL') return setError('tank', {message: '…'})`.
 */
export function errorsAskedAt(world: World, unit: Unit, node: Node): ErrorFact[] {
  if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(node.operator)) return [];
  for (const [side, other] of sidesOf(node)) {
    const asked = askedOf(world, unit, bare(side));
    const code = asked && literal(world.evaluator.worth(unit, other));
    if (!asked || code === undefined || !isCode(code) || anybodys.test(code)) continue;
    // A message that is compared is one for programs only where it is written as codes are.
    if (asked.isMessage && !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(code)) continue;
    const isError = (!asked.isWord && speaksOfFailure.test(code)) || isOfError(world, unit, asked.of, node);
    // Of what kind something is, is told of anything, also in alerts.
    if (asked.isKind && !isError) continue;
    for (const part of decisionAt(unit, node).on) {
      if (!isError && !isAlert(part)) continue;
      const message = part.end - part.start > longestAnswer ? undefined : sentenceIn(part);
      if (message) return [{ code, message, status: undefined, at: { unit, node: other } }];
    }
  }
  return [];
}

/**
 * Whether an expression reads what is called as codes of errors are: `error.code`, `reason`. Of what `kind` something is, is told of
 * anything: that counts only where it is an error's.
 */
export function readsCode(world: World, unit: Unit, node: Node): boolean {
  return optionsOf(world.evaluator.worth(unit, node)).some((one) => {
    if (one.is !== 'unknown' || !isCodeName.test(one.name ?? '')) return false;
    return !/^kind$/i.test(one.name ?? '') || isOfError(world, unit, askedOf(world, unit, bare(node))?.of, node);
  });
}

interface Asked {
  of: Node | undefined;
  isMessage?: boolean;
  /** It is called as much else is: `reason`, `kind`. Words alone make no error of what it says: `no-longer-needed`, `low_season`. */
  isWord?: boolean;
  isKind?: boolean;
}

const asksFor = (name: string, of: Node | undefined): Asked | undefined =>
  isCodeName.test(name)
    ? { of, isWord: /^(?:kind|reason|problem)$/i.test(name), isKind: /^kind$/i.test(name) }
    : undefined;

/** `error.code`, `code`; and `error.message`, where a code may stand as well. */
function askedOf(world: World, unit: Unit, node: Node): Asked | undefined {
  const name = memberName(node);
  if (node.type === 'MemberExpression' && name !== undefined)
    return name === 'message' ? { of: node.object, isMessage: true } : asksFor(name, node.object);
  if (node.type !== 'Identifier') return undefined;
  const origin = unit.scopes.bindingOf(node)?.origins[0];
  // `const code = failed?.extensions.code`, whatever the variable is called now.
  const given = origin?.kind === 'value' && origin.path.length === 0 ? bare(origin.node) : undefined;
  if (given?.type === 'MemberExpression') return asksFor(memberName(given) ?? '', given.object);
  const called = optionsOf(world.evaluator.worth(unit, node)).find(
    (one) => one.is === 'unknown' && isCodeName.test(one.name ?? ''),
  );
  return called?.is === 'unknown' ? asksFor(called.name ?? '', origin?.node) : undefined;
}

const speaksOfErrors = /err(?:$|or|s$)|fail|problem|(?<!de)fault|exception|refus|extensions|rejected/i;

/** Whether what holds the code is an error: by its name, by where it comes from, or by what is asked of it beside. */
function isOfError(world: World, unit: Unit, of: Node | undefined, test: Node): boolean {
  let at = of && bare(of);
  for (let depth = 0; at && depth < 6; depth += 1) {
    if (speaksOfErrors.test(memberName(at) ?? '')) return true;
    if (at.type === 'MemberExpression') at = bare(at.object);
    else if (at.type === 'CallExpression') at = bare(at.callee);
    else break;
  }
  if (at?.type !== 'Identifier') return false;
  const binding = unit.scopes.bindingOf(at);
  const known = optionsOf(world.evaluator.worth(unit, at));
  if (known.some((one) => one.is === 'unknown' && speaksOfErrors.test(one.name ?? ''))) return true;
  return (
    binding?.origins.some(
      (origin) =>
        origin.path.some((step) => 'key' in step && speaksOfErrors.test(`${step.key}`)) ||
        isCaught(unit, origin.node) ||
        (origin.kind === 'value' && speaksOfErrors.test(memberName(bare(origin.node)) ?? '')),
    ) === true ||
    binding?.declarations.some((declared) => isCaught(unit, declared)) === true ||
    isOfClass(unit, at, test)
  );
}

/** The parameter of `catch`, of `onError(e) {…}` and of `.catch((e) => …)`. */
function isCaught(unit: Unit, node: Node): boolean {
  const holder = unit.scopes.parentOf(node);
  if (holder?.type === 'CatchClause') return true;
  const fn = isFunction(node) ? node : holder;
  if (!fn || !isFunction(fn) || (fn !== node && fn.params[0] !== node)) return false;
  const parent = unit.scopes.parentOf(fn);
  if (parent?.type === 'Property')
    return /^on(?:\w*Error|\w*Fail\w*|Reject\w*)$/.test(nameOfKey(parent.key, parent.computed) ?? '');
  return parent?.type === 'CallExpression' && memberName(bare(parent.callee)) === 'catch' && parent.arguments[0] === fn;
}

/** `e instanceof ApiError && e.code === '…'`. */
function isOfClass(unit: Unit, name: Node & { type: 'Identifier' }, test: Node): boolean {
  let from = test;
  for (let at = unit.scopes.parentOf(from); at; [from, at] = [at, unit.scopes.parentOf(at)]) {
    if (at.type !== 'LogicalExpression' && at.type !== 'ParenthesizedExpression') return false;
    // What stands before it, once: of a long chain each part would be looked through from each.
    if (at.type !== 'LogicalExpression' || at.right !== from) continue;
    let found = false;
    walk(at.left, (inner) => {
      if (inner.type !== 'BinaryExpression' || inner.operator !== 'instanceof') return;
      const { left } = inner;
      found ||= left.type === 'Identifier' && left.name === name.name;
    });
    if (found) return true;
  }
  return false;
}

/** `<p role="alert">`: what a person is warned of. */
function isAlert(part: Node): boolean {
  let found = false;
  if (part.end - part.start <= longestAnswer)
    walk(part, (inner) => {
      if (inner.type !== 'Property' || nameOfKey(inner.key, inner.computed) !== 'role') return;
      found ||= inner.value.type === 'Literal' && inner.value.value === 'alert';
    });
  return found;
}

/** The first that is told to people; what another condition on a code holds is about that one. */
function sentenceIn(part: Node): string | undefined {
  let said: string | undefined;
  walk(part, (inner) => {
    if (said !== undefined) return false;
    if (inner !== part && (inner.type === 'IfStatement' || inner.type === 'ConditionalExpression')) return false;
    const text =
      inner.type === 'Literal' && typeof inner.value === 'string'
        ? inner.value
        : inner.type === 'TemplateLiteral' && inner.expressions.length === 0
          ? (inner.quasis[0]?.value.cooked ?? '')
          : '';
    if (isForPeople(text)) said = text;
    return true;
  });
  return said;
}
