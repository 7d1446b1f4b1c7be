import {
  issueEventOf,
  issueEventsOf,
  issueFacets,
  type MetVariant,
  recordsBefore,
  toldIssues,
} from '@sightglass/measure';
import { type Catalog, type Columns, whileAsked } from '@sightglass/store';
import { type AnswerOf, type ErrorRecord, type issueEvent, SightglassError, type WireRecord } from '@sightglass/wire';
import type { Caller } from '../accounts/caller.ts';
import { wordsOfRecord } from '../digest/index.ts';
import {
  createChanges,
  findIssue,
  type IssueGrouping,
  listIssues,
  readStack,
  standingOf,
  type TellIssue,
  toSummary,
  wayTo,
} from '../issues/index.ts';
import type { ReleaseCode } from '../releases/index.ts';
import type { Handlers } from './handlers.ts';

type Names = 'issues' | 'issue' | 'issueEvents' | 'issueEvent' | 'changeIssues' | 'mergeIssues' | 'splitIssue';
type Frames = AnswerOf<typeof issueEvent>['thrown'][number]['frames'];

export interface IssueParts {
  catalog: Catalog;
  columns: Columns;
  code: Pick<ReleaseCode, 'symbolicate' | 'maySeeSources'>;
  grouping: IssueGrouping;
  tell: TellIssue;
  now(): number;
}

/** Errors and failed calls grouped, what they tell, and what members decide about them. */
export function answerIssues({ catalog, columns, code, grouping, tell, now }: IssueParts): Pick<Handlers, Names> {
  const changes = createChanges({ catalog, grouping, tell, now });

  /**
   * Links may name what was merged since, or a fingerprint that has its issue by now. The engine folds by that a little later, or when it is
   * busy much later: where nothing is met by what it is now, what it was before is asked for.
   */
  async function alongTheWay<Found>(
    project: string,
    id: string,
    ask: (id: string) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const way = (await wayTo(catalog.issues, project, id)).map((issue) => issue.id);
    for (const one of new Set([...way.reverse(), id])) {
      const found = await ask(one);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** With what is known of each of them. */
  async function variantsOf(project: string, id: string, met: readonly MetVariant[]) {
    const known = await catalog.issues.fingerprintsOf(project, id);
    const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]));
    return met.map((one) => {
      const { place = '', mapped = false, byHand = false } = byFingerprint.get(one.fingerprint) ?? {};
      return { ...one, place, mapped, byHand };
    });
  }

  async function pretty(
    project: string,
    release: string,
    stack: ErrorRecord['stack'],
    sources: boolean,
  ): Promise<Frames> {
    const frames = await readStack(code.symbolicate, project, release, stack);
    if (sources) return frames;
    return frames.map((frame) => {
      if (frame.original === null) return frame;
      const { lines: _, ...original } = frame.original;
      return { ...frame, original };
    });
  }

  const seesSources = async (project: string, caller: Caller | undefined) =>
    code.maySeeSources(project, await caller?.roleIn(project));

  return {
    issues: ({ params, query, caller, signal }) =>
      listIssues({ columns: whileAsked(columns, signal), catalog, now }, params.project, query, caller?.member?.id),

    async issue({ params, query, signal }) {
      const { project } = params;
      const asked = whileAsked(columns, signal);
      const found = await alongTheWay(project, params.issue, async (id) => {
        const [{ issues, bucketMs }, { facets, variants: met }, kept, members] = await Promise.all([
          toldIssues(asked, project, query, [id]),
          issueFacets(asked, project, query, id),
          catalog.issues.find(project, id),
          catalog.members.list(project),
        ]);
        const [told] = issues;
        return told && { id, told, bucketMs, facets, met, kept, members };
      });
      if (found === undefined) {
        const kept = await findIssue(catalog.issues, project, params.issue);
        throw new SightglassError('not_found', kept === undefined ? undefined : 'Nobody met this issue in this time');
      }
      const { id, told, bucketMs, facets, met, kept, members } = found;
      const [variants, activity] = await Promise.all([
        variantsOf(project, id, met),
        catalog.issues.activity(project, id),
      ]);
      const people = new Map(members.map((member) => [member.id, member]));
      const seen = kept && { at: kept.firstAt, by: '', did: 'seen' as const, about: kept.firstRelease };
      return {
        ...toSummary(told, kept, standingOf(kept, people, now())),
        ...{ bucketMs, facets, variants, activity: seen === undefined ? activity : [...activity, seen] },
      };
    },

    async issueEvents({ params: { project, issue }, query, signal }) {
      const asked = whileAsked(columns, signal);
      const found = await alongTheWay(project, issue, async (id) => {
        const events = await issueEventsOf(asked, project, query, id);
        return events.events.length === 0 ? undefined : events;
      });
      return found ?? { events: [], next: null };
    },

    async issueEvent({ params, query, caller, signal }) {
      const { project } = params;
      const asked = whileAsked(columns, signal);
      const found = await alongTheWay(project, params.issue, (id) => issueEventOf(asked, project, query, id));
      if (found === undefined) throw new SightglassError('not_found');
      const { event, record } = found;
      const sources = await seesSources(project, caller);
      const before = await recordsBefore(asked, project, event);
      return {
        event,
        type: record.kind === 'error' ? record.type : 'call',
        thrown: await Promise.all(
          thrownOf(record).map(async ({ type, message, stack }) => ({
            ...{ type, message },
            frames: await pretty(project, event.release, stack, sources),
          })),
        ),
        call: callOf(record),
        breadcrumbs: before.map(({ at, failed, record: told }) => ({
          ...{ at, failed, kind: told.kind },
          text: wordsOfRecord(told).slice(0, 300),
        })),
      };
    },

    async changeIssues({ params, body, caller }) {
      await changes.change(params.project, body.issues, body.change, caller?.name ?? '');
      return { done: true };
    },
    async mergeIssues({ params, body, caller }) {
      return { issue: await changes.merge(params.project, params.issue, body.issues, caller?.name ?? '') };
    },
    async splitIssue({ params, body, caller }) {
      return { issue: await changes.split(params.project, params.issue, body.fingerprints, caller?.name ?? '') };
    },
  };
}

function thrownOf(record: WireRecord): { type: string; message: string; stack: ErrorRecord['stack'] }[] {
  if (record.kind !== 'error') return [];
  const { type, message, stack, causes = [] } = record;
  return [{ type, message, stack }, ...causes.map((cause) => ({ ...cause, stack: cause.stack ?? [] }))];
}

function callOf(record: WireRecord): AnswerOf<typeof issueEvent>['call'] {
  if (record.kind !== 'resource') return null;
  const { method, host, path, status, durationMs, errorCode = '', errorMessage = '' } = record;
  return { method, host, path, status, durationMs: durationMs ?? null, code: errorCode, message: errorMessage };
}
