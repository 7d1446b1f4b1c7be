import { Readable } from 'node:stream';
import { readCursor, writeCursor } from '@sightglass/measure';
import type { Catalog } from '@sightglass/store';
import { type Deed, type DeedFilter, deedDays, mostDeeds } from '@sightglass/wire';
import { type Handlers, Media } from '../answer/handlers.ts';
import { erasedMark } from '../ledger/index.ts';

type Names = 'listDeeds' | 'exportDeeds' | 'listServerDeeds' | 'exportServerDeeds';
type Scope = string | null;

/** Deeds of a file that are read at a time: others are answered in between. */
const pageDeeds = 500;
const dayMs = 24 * 3_600_000;

/** Who did what, for those who have to know. */
export function answerAudit({ audit }: Pick<Catalog, 'audit'>, now: () => number = Date.now): Pick<Handlers, Names> {
  function read(project: Scope, { about, ...filter }: DeedFilter, limit: number, before?: Place): Promise<Deed[]> {
    // Whoever has the id of a session may ask what became of it, also once a mark stands for it.
    const abouts = about === '' ? [] : project === null ? [about] : [about, erasedMark(project, about)];
    return audit.list(project, { ...filter, abouts }, limit, before);
  }

  async function list(
    project: Scope,
    { cursor, limit, ...filter }: DeedFilter & { cursor?: string | undefined; limit: number },
  ) {
    const [at, number] = cursor === undefined ? [] : readCursor(cursor, ['number', 'number']);
    const before = at === undefined || number === undefined ? undefined : { at, number };
    const deeds = await read(project, filter, limit + 1, before);
    const shown = deeds.slice(0, limit);
    const last = shown.at(-1);
    return {
      deeds: shown,
      next: deeds.length > limit && last !== undefined ? writeCursor([last.at, last.number]) : null,
      doers: await audit.doers(project),
      kept: { days: deedDays, most: mostDeeds, since: Math.max(audit.since, now() - deedDays * dayMs) },
    };
  }

  async function* every(project: Scope, filter: DeedFilter): AsyncGenerator<Deed[]> {
    let before: Place | undefined;
    for (;;) {
      const deeds = await read(project, filter, pageDeeds, before);
      if (deeds.length === 0) return;
      yield deeds;
      before = deeds.at(-1);
    }
  }

  function file(project: Scope, { format, ...filter }: DeedFilter & { format: 'csv' | 'ndjson' }): Media {
    const name = `audit-${new Date(now()).toISOString().slice(0, 10)}`;
    const pages = every(project, filter);
    return format === 'csv'
      ? new Media('text/csv; charset=utf-8', toFile(toCsv(pages)), `${name}.csv`, true)
      : new Media('application/x-ndjson', toFile(toNdjson(pages)), `${name}.ndjson`, true);
  }

  return {
    listDeeds: ({ params, query }) => list(params.project, query),
    exportDeeds: async ({ params, query }) => file(params.project, query),
    listServerDeeds: ({ query }) => list(null, query),
    exportServerDeeds: async ({ query }) => file(null, query),
  };
}

interface Place {
  at: number;
  number: number;
}

const toFile = (lines: AsyncIterable<string>): Readable => Readable.from(lines, { objectMode: false });

async function* toNdjson(pages: AsyncIterable<Deed[]>): AsyncGenerator<string> {
  for await (const deeds of pages) yield deeds.map((deed) => `${JSON.stringify(deed)}\n`).join('');
}

const head = [
  'number',
  'at',
  'by_kind',
  'by_id',
  'by',
  'did',
  'about_id',
  'about',
  'about_erased',
  'details',
  'outcome',
];

/** As RFC 4180 has it. */
async function* toCsv(pages: AsyncIterable<Deed[]>): AsyncGenerator<string> {
  yield `${head.join(',')}\r\n`;
  for await (const deeds of pages)
    yield deeds
      .map(({ number, at, by, did, about, details, outcome }) =>
        [
          ...[number, new Date(at).toISOString(), by.kind, by.id, by.name, did, about.id, about.name ?? ''],
          ...[about.erased, details.map(writeDetail).join('; '), outcome],
        ]
          .map(cell)
          .join(','),
      )
      .map((line) => `${line}\r\n`)
      .join('');
}

const writeDetail = ({ name, from, to }: Deed['details'][number]): string =>
  from === null ? `${name}: ${to}` : `${name}: ${from} → ${to}`;

/** What begins as a formula does would be one to a spreadsheet: names were chosen by whomever. */
function cell(value: string | number | boolean): string {
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
