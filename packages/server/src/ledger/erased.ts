import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** 16 bytes that stand for a session which was erased: an id is random, so nobody comes back from them to it. */
function markOf(project: string, session: string): Buffer {
  return createHash('sha256').update(`${project} erased ${session}`).digest().subarray(0, 16);
}

/** A body that was set aside: who was erased may have been named by it alone. A number may come again in a folder that is restored, not at the same time. */
export interface SetAside {
  /** As the quarantine names its folder. */
  project: string;
  id: string;
  receivedAt: number;
}

const markOfBody = ({ project, id, receivedAt }: SetAside): Buffer => markOf(project, `body ${id} ${receivedAt}`);

/** The same as letters: what is kept of who looked at a session names it so once it is erased. */
export const erasedMark = (project: string, session: string): string => markOf(project, session).toString('hex');

/** From now on nothing of these sessions is taken. To be called inside of a transaction. */
export function markErased(database: DatabaseSync, project: string, sessions: readonly string[]): void {
  const add = database.prepare('INSERT OR IGNORE INTO erased (mark) VALUES (?)');
  for (const session of sessions) add.run(markOf(project, session));
}

/** These bodies went with who was erased. To be called inside of a transaction. */
export function markBodies(database: DatabaseSync, bodies: readonly SetAside[]): void {
  const add = database.prepare('INSERT OR IGNORE INTO erased (mark) VALUES (?)');
  for (const body of bodies) add.run(markOfBody(body));
}

export function createErasedBodyLook(database: DatabaseSync): (body: SetAside) => boolean {
  const find = database.prepare('SELECT 1 FROM erased WHERE mark = ?');
  return (body) => find.get(markOfBody(body)) !== undefined;
}

/** Whether a session was erased: what its page still sends, or kept for later, would bring it back. */
export function createErasedLook(database: DatabaseSync): (project: string, session: string) => boolean {
  const find = database.prepare('SELECT 1 FROM erased WHERE mark = ?');
  return (project, session) => find.get(markOf(project, session)) !== undefined;
}
