import { framesOf, scrubMessage } from '@sightglass/privacy';
import type { StackFrame } from '@sightglass/wire';
import { placeOf } from '../privacy/path.ts';
import { toJson } from '../scene/json.ts';
import type { Draft, Scene } from '../scene/scene.ts';
import { type Bound, createBound } from './bound.ts';
import type { Later } from './later.ts';
import { plain } from './operation.ts';
import { bound } from './seen.ts';

const maxCauses = 5;
/** Where it began says what went wrong; what is above it stands in the stack of the error. */
const maxCauseFrames = 15;
/** One error in a loop is one issue: after this many of the same in a view it says nothing new. */
const maxSame = 20;
const maxPerView = 200;
/** More than are told: to make sense of one takes a while, and a page may throw a hundred thousand. */
const maxUnderstood = 1_000;

type ErrorDraft = Extract<Draft, { kind: 'error' }>;

export interface Errors {
  thrown: Later['thrown'];
  notLoaded: Later['notLoaded'];
  say(error: Omit<ErrorDraft, 'kind'>): void;
}

/** Understands errors: type and message as templates, frames, causes. */
export function createErrors(scene: Scene): Errors {
  const bounds = new Map<string, Bound>();
  const within = createBound(scene, 'errors');
  const understood = createBound(scene, 'errors');

  const say: Errors['say'] = (error) => {
    const same = toJson([error.type, error.message, error.stack[0]]);
    const one = bounds.get(same) ?? createBound(scene, 'errors');
    bounds.set(same, one);
    // Of a page that says a new one each time: no more are told of a view.
    bound(bounds, maxPerView);
    if (one(maxSame) && within(maxPerView)) scene.say({ kind: 'error', ...scene.owed(), ...error });
  };

  return {
    say,
    thrown(given, source, handled, when) {
      if (!understood(maxUnderstood)) return;
      const { error, filename, colno, lineno }: Partial<ErrorEvent> = Object(source === 'uncaught' && given);
      const thing = error ?? given;
      const causes = causesOf(thing, scene);
      const own = scriptFrames(Object(thing).stack, scene);
      // What is no error knows no place, nor does one of a script that cannot be read.
      const stack = own[0] ? own : frameAt(filename, lineno, colno, scene);
      say({
        ...when,
        source,
        handled,
        ...describe(thing, scene),
        stack,
        causes: causes[0] && causes,
      });
    },
    notLoaded(element) {
      const url = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
      const place = placeOf(url, scene.known, true);
      if (!place || scene.isOurs(place.url)) return;
      const message = `${element.localName} could not be loaded: ${place.host}${place.path}`;
      say({ source: 'resource', handled: false, type: 'ResourceError', message, stack: [] });
    },
  };
}

/** Type and message of anything that can be thrown; of an object that is no error, only which keys it has. */
export function describe(thing: unknown, scene: Scene): { type: string; message: string } {
  if (isErrorLike(thing)) {
    // Errors of workers come without what was thrown: `Uncaught TypeError: what it says`, and elsewhere without the first word.
    const [, name = thing.name || 'Error', said = thing.message] =
      (!thing.name && /^(?:Uncaught )?(?:(\w*Error): )?(.*)/s.exec(thing.message)) || [];
    const type = plain(name, /^[\w$.]{1,80}$/, scene.known) ?? 'Error';
    return { type, message: scrubMessage(said, scene.known, { type }) };
  }
  const type = thing === null ? 'null' : typeof thing;
  if (type === 'string') return { type, message: scrubMessage(thing as string, scene.known) };
  if (type !== 'object') return { type, message: '' };
  const keys = Object.keys(thing as object).filter((key) => /^[a-z]+$/i.test(key) && scene.known.hide(key) === key);
  return { type, message: `Object with ${keys.slice(0, 8).join(', ') || 'no keys'}` };
}

function causesOf(thing: unknown, scene: Scene): NonNullable<ErrorDraft['causes']> {
  const found = new Set([thing]);
  for (const at of found) {
    // Whatever was thrown: what is no object has none. Several errors are told by one (`Promise.any`); what else is called so is no error.
    const { cause, errors } = Object(at);
    for (const one of [cause, ...[errors].flat().filter(isErrorLike)])
      if (one !== undefined && found.size <= maxCauses) found.add(one);
  }
  return [...found].slice(1).map((at) => {
    const stack = scriptFrames(Object(at).stack, scene).slice(0, maxCauseFrames);
    return { ...describe(at, scene), stack: stack[0] && stack };
  });
}

/** Of a place that the browser tells by itself. */
export function frameAt(file: unknown, line: unknown, column: unknown, scene: Scene): StackFrame[] {
  return scriptFrames(file && `at ${file}:${line}:${column}`, scene);
}

/** Without ours, which stand over what failed where the page called something that we put ours over. */
function scriptFrames(stack: unknown, scene: Scene): StackFrame[] {
  const found = framesOf(stack, (url) =>
    scene.isOurs(url) ? { host: '', path: '' } : placeOf(url, scene.known, true),
  );
  for (const frame of found) frame.function &&= functionOf(frame.function, scene);
  return found.filter(({ file }) => file);
}

/** What a function is called, without what was typed: some code calls one by what it was given, `{ [name]() {} }`. */
export function functionOf(name: string, scene: Scene): string {
  const tell = (said: string): string => (scene.known.hide(said) === '{text}' ? '{text}' : said);
  return tell(name).replace(/[\w$]+/g, tell);
}

/** Also errors of another frame, which are no `instanceof Error` here, and events of errors that come without the thing itself. */
function isErrorLike(thing: unknown): thing is Error {
  return (
    typeof (thing as Error | null | undefined)?.message === 'string' &&
    ('name' in (thing as Error) || 'lineno' in (thing as Error))
  );
}
