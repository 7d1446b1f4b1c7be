import { judged } from './judged.ts';
import type { Known } from './known.ts';
import { placeholderOf } from './word.ts';
import { spoken } from './words.ts';

/**
 * How a key names a closed set: of `steps` any word of code is told, of `kinds` only one that no name of a person looks like; of what is
 * somebody's `own`, none, nor of anything in it.
 */
export type ClosedSet = 'steps' | 'kinds' | 'order' | 'own';

const steps = /(^| )(verdict|roles?|permissions?|scopes?|phase|decision|outcome|status|state|step|lifecycle|stage)$/;
const kinds =
  /(^| )(variant|direction|unit|mode|country|priority|severity|category|plan|resolution|frequency|method|type|kind|finish|channel|theme|style|currency|size|urgency|material|origin|grade|colou?r|visibility|class|level|tier)$/;
/** What is sorted by, and which way, is a name of code wherever it is asked for. */
const order = /(^| )(order|sort(ing)?|dir(ection)?)$|^(order|sort|group) by/;
const looks = /(^| )(layout|tab|group|view)$/;
/** Sets that say something about a person's body, beliefs or circumstances: closed, and still theirs. */
const intimate =
  /(^| )(orient|relig|immigra|race|faith|medic|patient|relation(ship)?( |$)|racial|union|famil|vaccin|disab|gender|smok|income|sex|ethnic|pregnan|residen|milit|hiv|visa|blood|crimin|diagnos|employment|covid|health|marital|politic|party|citizen|credit( |$))/;

const word = /^[A-Za-z][\w-]{1,31}$/;
/** `orders:read`, as permissions are written. */
const permission = /^[a-z][a-z\d_-]*([:.][a-z\d_*-]+){1,3}$/;
const plainWord = /^([a-z][a-z\d]*([_-][a-z\d]+)*|[A-Z][A-Z\d]*(_[A-Z\d]+)*)$/;

/**
 * Whether a key is called as a closed set is, by its last word: `state`, `orderState`, `user_role`, `payment-method`.
 */
export const closedSetOf = judged((key): ClosedSet | undefined => {
  const name = spoken(key);
  return intimate.test(name)
    ? 'own'
    : /^(has|is|can)\b| .* .* .* /.test(name)
      ? undefined
      : steps.test(name)
        ? 'steps'
        : kinds.test(name)
          ? 'kinds'
          : undefined;
});

/** Whether it is called as the state of something is: what changes in its life. */
export function isStateName(key: string): boolean {
  // Of steps: state, status, stage, phase, lifecycle.
  return closedSetOf(key) === 'steps' && /(^| )(l|ph|sta)\w+$/.test(spoken(key));
}

/** What a part of a path says of all that stands under it: `own`, or nothing. */
export const closedSetUnder = (path: string): ClosedSet | undefined => closedSetOf(`is${path}`);

/** The same of a parameter, where what a list is ordered by and looks like is the product's own as well. */
export function closedSetOfParam(name: string, path: string): ClosedSet | undefined {
  const words = spoken(name);
  const set = closedSetOf(name);
  if (set !== 'own' && order.test(words)) return 'order';
  return closedSetUnder(path) ?? set ?? (looks.test(words) ? 'order' : undefined);
}

/** The text where it may be told: a word of code that nobody typed; undefined else. */
export function wordOf(text: string, set: ClosedSet, known: Known): string | undefined {
  if (set === 'own' || text.length > 32 || /\d{3}/.test(text)) return undefined;
  const bare = set === 'order' ? text.replace(/^-/, '') : text;
  const fits = set === 'kinds' ? plainWord.test(bare) && bare.length > 1 : word.test(bare) || permission.test(bare);
  if (!fits || placeholderOf(bare)) return undefined;
  const said = spoken(bare);
  const hide = known.hideTyped ?? known.hide;
  if (hide(bare) !== bare || hide(said) !== said) return undefined;
  if (set === 'steps') known.told?.(bare);
  return text;
}

/** Beside these a `state` is none of a thing: who lives somewhere is no business of ours, and of who signs in elsewhere (OAuth) it is a secret. */
export function hasOtherState(keys: readonly string[]): boolean {
  return keys.some((key) =>
    /^(town|(grant|response)_?type|post(al)?_?code|city|street|redirect_?uri|zip(_?code)?|line_?1|address_?line_?\d?|nonce)$/i.test(
      key,
    ),
  );
}
