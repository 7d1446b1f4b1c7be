import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { getSession, type IndexedSegment, listSegments } from '@sightglass/measure';
import { toSessionScript } from '@sightglass/specify';
import type { Catalog, Columns, Segments } from '@sightglass/store';
import { type SessionSummary, SightglassError, type Specification, type StoredRecord } from '@sightglass/wire';
import type { Logger } from 'pino';
import { type Handlers, Media } from './handlers.ts';
import { streamReplay } from './replay.ts';
import { writeSessionPage } from './session-page.ts';
import { extentOf, segmentsOfPart } from './session-part.ts';
import { recordsOf, specifySession } from './session-records.ts';
import type { IsErased } from './telling-erased.ts';

type Names = 'exportSession' | 'sessionSpecification';

interface Parts {
  catalog: Catalog;
  columns: Columns;
  segments: Segments;
  /** The file with the player of exported pages. */
  player: string;
  isErased: IsErased;
  log: Logger;
}

interface Part {
  from?: number | undefined;
  until?: number | undefined;
}

/** One session to be taken along, and what it shows by itself. */
export function answerSessionFiles({
  catalog,
  columns,
  segments,
  player,
  isErased,
  log,
}: Parts): Pick<Handlers, Names> {
  async function projectOf(id: string): Promise<Specification['project']> {
    const project = await catalog.projects.find(id);
    if (project === undefined) throw new SightglassError('not_found');
    return { id, name: project.name };
  }

  const replayOf = (
    { project, session }: { project: string; session: string },
    known: readonly IndexedSegment[],
    { from, until }: Part,
    as: 'rrweb' | 'segments',
  ) =>
    streamReplay(segments, segmentsOfPart(known, from, until), as, log, {
      known,
      isErased: () => isErased(project, session),
    });

  async function toHtml(project: string, summary: SessionSummary, part: Part): Promise<Readable> {
    const { session, start, device } = summary;
    const [records, known, script] = await Promise.all([
      recordsOf(columns, project, session),
      listSegments(columns, project, session, 0),
      readFile(player, 'utf8'),
    ]);
    const lines = replayOf({ project, session }, known, part, 'segments');
    const title = `Session ${session.slice(0, 8)} of ${new Date(start).toISOString().slice(0, 16).replace('T', ' ')}`;
    const all = extentOf(summary, records, known);
    const { from = all.from, until = all.until } = part;
    const told = records.filter(({ record }) => record.at >= from && record.at <= until);
    return writeSessionPage({ title, player: script, about: { title, from, until, device, records: told } }, lines);
  }

  async function toScript(id: string, summary: SessionSummary, part: Part, origin: string): Promise<string> {
    const project = await projectOf(id);
    const records = await recordsOf(columns, id, summary.session);
    const { session, visitor, role, release, environment } = summary;
    const seen = {
      ...{ session, visitor: visitor ?? '', role, release, environment },
      records: mainTab(records).map(({ record }) => record),
    };
    return toSessionScript(seen, specifySession(project, summary, records), {
      ...(part.from === undefined ? {} : { from: part.from }),
      ...(part.until === undefined ? {} : { until: part.until }),
      address: `${origin}/p/${id}/sessions/${encodeURIComponent(session)}${part.from === undefined ? '' : `?t=${part.from}`}`,
    });
  }

  return {
    async exportSession({ params, query, origin }) {
      const { project } = params;
      const summary = await getSession(columns, project, params.session);
      const name = `session-${summary.session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 12)}`;
      switch (query.format) {
        case 'rrweb': {
          const known = await listSegments(columns, project, summary.session, 0);
          const lines = replayOf(params, known, query, 'rrweb');
          const array = Readable.from(toArray(lines), { objectMode: false });
          return new Media('application/json', array, `${name}.rrweb.json`, true);
        }
        case 'html':
          return new Media('text/html; charset=utf-8', await toHtml(project, summary, query), `${name}.html`, true);
        case 'playwright':
          return new Media(
            'text/plain; charset=utf-8',
            await toScript(project, summary, query, origin),
            `${name}.spec.ts`,
            true,
          );
      }
    },
    async sessionSpecification({ params }) {
      const project = await projectOf(params.project);
      const summary = await getSession(columns, project.id, params.session);
      return specifySession(project, summary, await recordsOf(columns, project.id, params.session));
    },
  };
}

/** Chunks of whole lines of JSON as one array. */
async function* toArray(lines: Readable): AsyncGenerator<string> {
  let before = '[';
  for await (const chunk of lines) {
    const items = String(chunk).trimEnd();
    if (items === '') continue;
    yield `${before}${items.replaceAll('\n', ',\n')}`;
    before = ',\n';
  }
  yield before === '[' ? '[]\n' : ']\n';
}

/** A test has one page: that of the tab in which most was done. */
function mainTab(records: readonly StoredRecord[]): StoredRecord[] {
  const acted = new Map<string, number>();
  for (const { tab, record } of records) if (record.kind === 'action') acted.set(tab, (acted.get(tab) ?? 0) + 1);
  const [main] = [...acted].sort((one, other) => other[1] - one[1])[0] ?? [records[0]?.tab ?? ''];
  return records.filter(({ tab }) => tab === main);
}
