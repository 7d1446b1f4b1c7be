import { type AnswerOf, createProject, type Endpoint } from '@sightglass/wire';

/** What a door is asked about: what its path names goes there, all else into the query. */
export type About = Readonly<Record<string, string | number>>;

export interface NewProject {
  id: string;
  number: number;
  clientKey: string;
}

/** The API, as a script has it that holds a token. A server that says that it is busy is asked again for a minute, as it asks to be. */
export interface Doors {
  send(door: Pick<Endpoint, 'method' | 'path'>, about?: About, body?: object): Promise<Response>;
  /** @throws where the answer is none of success, or not what the wire says */
  ask<Door extends Endpoint>(door: Door, about?: About, body?: object): Promise<AnswerOf<Door>>;
  makeProject(name: string): Promise<NewProject>;
}

const busy = /"(query_timeout|too_many_questions|engine_unavailable)"/;
const busyForMs = 60_000;

export function openDoors(origin: string, token: string): Doors {
  const doors: Doors = {
    async send(door, about = {}, body) {
      // A connection that waits for the next question is closed by the server one day, which a busy test hears of only once it has asked.
      const headers = {
        ...{ authorization: `Bearer ${token}`, connection: 'close' },
        ...(body && { 'content-type': 'application/json' }),
      };
      const asked = { method: door.method, headers, ...(body && { body: JSON.stringify(body) }) };
      const until = performance.now() + busyForMs;
      for (;;) {
        const answer = await fetch(origin + addressOf(door.path, about), asked);
        const isBusy = answer.status === 503 && busy.test(await answer.clone().text());
        if (!isBusy || performance.now() > until) return answer;
        await new Promise((done) => setTimeout(done, 500));
      }
    },
    async ask(door, about, body) {
      const answer = await doors.send(door, about, body);
      if (!answer.ok) throw new Error(`${door.method} ${door.path}: ${answer.status} ${await answer.text()}`);
      return door.answer.parse(await answer.json()) as AnswerOf<typeof door>; // just judged by it
    },
    makeProject: (name) => doors.ask(createProject, {}, { name }),
  };
  return doors;
}

function addressOf(path: string, about: About): string {
  const query = new URLSearchParams();
  let address = path;
  for (const [name, value] of Object.entries(about)) {
    const inPath = new RegExp(`:${name}(?=/|$)`);
    if (inPath.test(address)) address = address.replace(inPath, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return query.size === 0 ? address : `${address}?${query}`;
}

/** From so many milliseconds ago until when a test that hangs is ended: what is recorded meanwhile is in it, however slow the machine. */
export const since = (ms: number): { from: number; until: number } => ({
  from: Date.now() - ms,
  until: Date.now() + 900_000,
});
