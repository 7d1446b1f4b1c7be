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

/** To be called inside of a transaction. @returns how many were not there. */
export function addMarks(database: DatabaseSync, marks: readonly Uint8Array[]): number {
  const add = database.prepare('INSERT OR IGNORE INTO erased (mark) VALUES (?)');
  return marks.reduce((sum, mark) => sum + Number(add.run(mark).changes), 0);
}

/** From now on nothing of these sessions is taken. To be called inside of a transaction. */
export function markErased(database: DatabaseSync, project: string, sessions: readonly string[]): void {
  addMarks(
    database,
    sessions.map((session) => markOf(project, session)),
  );
}

/** These bodies went with who was erased. To be called inside of a transaction. */
export function markBodies(database: DatabaseSync, bodies: readonly SetAside[]): void {
  addMarks(database, bodies.map(markOfBody));
}

/** Whether a session was erased: what its page still sends, or kept for later, would bring it back. */
export function createErasedLook(database: DatabaseSync): (project: string, session: string) => boolean {
  const has = createLook(database);
  return (project, session) => has(markOf(project, session));
}

export function createErasedBodyLook(database: DatabaseSync): (body: SetAside) => boolean {
  const has = createLook(database);
  return (body) => has(markOfBody(body));
}

function createLook(database: DatabaseSync): (mark: Uint8Array) => boolean {
  const find = database.prepare('SELECT 1 FROM erased WHERE mark = ?');
  return (mark) => find.get(mark) !== undefined;
}
