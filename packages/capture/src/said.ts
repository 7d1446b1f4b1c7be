import type { Attributes, Options, User } from './options.ts';
import { toJson } from './scene/json.ts';
import type { Draft, Scene } from './scene/scene.ts';
import type { Session } from './session/session.ts';
import { visitorIdOf } from './session/visitor.ts';

const maxAttributes = 64;
const maxTextChars = 2_048;
const maxNameChars = 256;
/** Past so many it is forgotten from what they went. */
const mostStates = 1_000;

/** What the application says of itself and of its visitor. */
export interface Said {
  setUser(user: User | null): void;
  setContext(attributes: Attributes): void;
  state(subject: string, to: string): void;
  event(name: string, attributes?: Attributes): void;
  /** A new session knows nothing yet of what was said before. */
  repeat(): void;
}

export function createSaid(scene: Scene, session: Session, options: Options): Said {
  const states = new Map<string, string>();
  let user: Draft | undefined;
  let context: Draft | undefined;
  let asked = 0;

  /** @param id - Read at once: what a page hands us may throw, which is caught before anything waits. */
  async function setUser(given: User | null, id: string): Promise<void> {
    const turn = ++asked;
    const visitor = given ? await visitorIdOf(id, options.key) : null;
    // A later call may have been answered sooner.
    if (turn !== asked) return;
    scene.guard.run(() => {
      const traits = cleaned(given?.traits ?? {}, options.allow?.traits ?? []);
      const role = cut(given?.role ?? '');
      const next: Draft = {
        kind: 'user',
        visitor,
        role: role || undefined,
        traits: Object.keys(traits)[0] ? traits : undefined,
      };
      if (toJson(next) === toJson(user)) return;
      user = next;
      session.identify(visitor, role);
      scene.say(next);
    });
  }

  return {
    setUser: (given) => setUser(given, String(given?.id)).catch(() => undefined),
    setContext(attributes) {
      context = { kind: 'context', attributes: cleaned(attributes) };
      scene.say(context);
    },
    state(subject, to) {
      const from = states.get(subject);
      states.set(subject, cut(to));
      if (states.size > mostStates) states.clear();
      scene.say({ kind: 'state', subject: cut(subject), to: cut(to), from });
    },
    event: (name, attributes) =>
      scene.say({ kind: 'custom', name: cut(name), attributes: attributes ? cleaned(attributes) : undefined }),
    repeat() {
      if (user) scene.say(user);
      if (context) scene.say(context);
    },
  };
}

function cut(text: string): string {
  return String(text).slice(0, maxNameChars);
}

/** Attributes as the wire takes them: flat, few, short. */
function cleaned(attributes: Attributes, allowed?: string[]): Attributes {
  const clean: Attributes = {};
  for (const [name, value] of Object.entries(attributes).slice(0, maxAttributes)) {
    const short = typeof value === 'string' ? value.slice(0, maxTextChars) : value;
    // A number that is none is written as null.
    if ((!allowed || allowed.includes(name)) && (short === null || /^(st|n|bo)/.test(typeof short)))
      clean[cut(name)] = short;
  }
  return clean;
}
