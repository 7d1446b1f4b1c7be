import { asKept } from '@sightglass/intake';
import { getVisitor } from '@sightglass/measure';
import { type Catalog, type Columns, whileAsked } from '@sightglass/store';
import { parseSearch, type SavedView, type SearchNode } from '@sightglass/wire';
import type { Logger } from 'pino';
import type { Auditing } from '../audit/index.ts';
import type { Digest, ErasedCounts } from '../digest/index.ts';
import type { IssueGrouping } from '../issues/index.ts';
import type { Journal } from '../journal/index.ts';
import { namesOf, type Whom } from '../ledger/index.ts';
import type { Handlers } from './handlers.ts';
import { quotesOf } from './quoting-reviews.ts';

export interface VisitorParts {
  columns: Columns;
  journal: Pick<Journal, 'forget'>;
  digest: Pick<Digest, 'erase' | 'settle'>;
  log: Pick<Logger, 'info'>;
}

export interface FinishingParts {
  catalog: Pick<Catalog, 'notes' | 'views' | 'reviews' | 'wipe'>;
  journal: Pick<Journal, 'forget'>;
  digest: Pick<Digest, 'settle'>;
  grouping: Pick<IssueGrouping, 'forget'>;
  auditing: Pick<Auditing, 'forget'>;
}

/** Who the application says they are; and that all of it goes when it must. */
export function answerVisitors(parts: VisitorParts): Pick<Handlers, 'getVisitor' | 'eraseVisitor' | 'eraseSessions'> {
  const { columns, digest, log } = parts;
  return {
    getVisitor: ({ params: { project, visitor }, signal }) =>
      getVisitor(whileAsked(columns, signal), project, asKept(visitor)),
    async eraseVisitor({ params: { project, visitor }, caller }) {
      const was = await erase(project, { visitor: asKept(visitor), sessions: [] });
      // Who, and how much; not whom: that is what was to go.
      log.info({ project, by: caller?.name, ...was }, 'a visitor was erased');
      return was;
    },
    async eraseSessions({ params: { project }, body, caller }) {
      const was = await erase(project, { visitor: '', sessions: [...new Set(body.ids)].sort() });
      log.info({ project, by: caller?.name, ...was }, 'sessions were erased');
      return was;
    },
  };

  async function erase(project: string, whom: Whom): Promise<ErasedCounts> {
    // First: a crash after it leaves the person to be erased again, a crash before it would have left bytes that nobody looks for.
    await forgetStored(parts);
    return digest.erase(project, whom);
  }
}

/** What the digest has erased goes from the journal and the catalog too. Safe to repeat: each step finds nothing where it was done. */
export async function finishErasing(
  parts: FinishingParts,
  project: string,
  whom: Whom,
  ids: readonly string[],
): Promise<void> {
  const { catalog, grouping, auditing } = parts;
  // Again: what their open pages told until nothing more of them was taken (FAULTS G2).
  await forgetStored(parts);
  const names = namesOf(whom, ids);
  await catalog.notes.dropAllOf(project, ids);
  await auditing.forget(project, ids);
  await catalog.views.forgetSessions(project, ids);
  await catalog.views.dropThose(project, asksFor(names));
  for (const key of quotesOf(await catalog.reviews.of(project), names)) await catalog.reviews.drop(project, key);
  await catalog.reviews.forgetSessions(project, new Set(ids));
  // After what only these ids find: this can be done at any time.
  await grouping.forget(project);
  await catalog.wipe();
}

/** Nothing is left in the journal of what stands there now. */
export async function forgetStored({ journal, digest }: Pick<FinishingParts, 'journal' | 'digest'>): Promise<void> {
  const forgotten = journal.forget();
  digest.settle();
  await forgotten;
}

/** Whether a saved view asks for somebody, or a session, by these ids: such a view finds nothing any more, and would still name them. */
function asksFor(ids: readonly string[]): (address: SavedView['address']) => boolean {
  const named = new Set(ids.map((id) => id.toLowerCase()));
  function names(node: SearchNode): boolean {
    switch (node.type) {
      case 'and':
      case 'or':
        return node.parts.some(names);
      case 'not':
        return names(node.part);
      case 'then':
        return node.steps.some((step) => names(step.node));
      case 'term':
        return (
          ['visitor', 'session'].includes(node.key.name) &&
          node.test.type === 'is' &&
          named.has(node.test.text.toLowerCase())
        );
      case 'word':
        return false;
    }
  }
  return (address) =>
    Object.values(address).some((text) => {
      const { node } = parseSearch(text);
      return node != null && names(node);
    });
}
