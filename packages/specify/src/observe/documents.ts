import type { ActionRecord, ResourceRecord, ViewRecord, WireRecord } from '@sightglass/wire';
import { partsOf } from './app.ts';

/** What somebody did longer before a document came did not ask for it. */
const askedMs = 10_000;
/** A document is left when the next one answers; what goes on longer is another tab. */
const leftMs = 1_000;

/** The documents that screens came with, by view. */
export function documentsIn(records: readonly WireRecord[]): Map<string, ResourceRecord> {
  return new Map(
    records.flatMap((record) =>
      record.kind === 'resource' && record.type === 'document' && record.view !== undefined
        ? [[record.view, record] as const]
        : [],
    ),
  );
}

/** A document that only says that it is not there, or that the server failed. */
export function isNowhere(document: ResourceRecord | undefined): boolean {
  return document !== undefined && (document.status === 404 || document.status === 410 || document.status >= 500);
}

const notThere =
  /^(?:(?:error )?404\b.*|(?:page |screen |seite )?(?:not found|nicht gefunden)|page introuvable|página no encontrada)$/i;

/** An application of one document calls the page that it shows for any address that it does not have so. */
export function saysNowhere({ title }: Pick<ViewRecord, 'title'>): boolean {
  return partsOf(title).some((part) => notThere.test(part));
}

/**
 * The views of a session, those that came with a document of their own with the screen that led to it: a browser does not tell a page where it
 * came from, but something was done there shortly before, and it was left when the other came.
 */
export function withOrigins(records: readonly WireRecord[]): ViewRecord[] {
  const views = records.filter((record): record is ViewRecord => record.kind === 'view' && (record.route ?? '') !== '');
  const actions = records.filter((record): record is ActionRecord => record.kind === 'action');
  return views.map((view, index) => {
    if (view.cause !== 'load' || view.from !== undefined) return view;
    const before = views.slice(0, index).findLast((one) => isLeftFor(one, view));
    const asked = actions.findLast(({ at }) => at <= view.at + 50);
    if (
      before?.route === undefined ||
      asked === undefined ||
      asked.view !== before.view ||
      view.at - asked.at > askedMs
    )
      return view;
    return { ...view, from: before.route };
  });
}

/** A document begins to load while the one before still stands. */
function isLeftFor({ at, durationMs }: ViewRecord, next: ViewRecord): boolean {
  return durationMs !== undefined && at + durationMs >= next.at - leftMs && at + durationMs <= next.at + askedMs;
}
