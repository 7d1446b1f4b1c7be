import {
  type AboutIssues,
  calls,
  facets,
  findReach,
  issueFiguresOf,
  listRecords,
  listSessions,
  observedFacts,
  routes,
  searchValues,
  sessionTrend,
  toldIssues,
  vitals,
} from '../../packages/measure/src/index.ts';
import type { Columns } from '../../packages/store/src/index.ts';
import {
  listRecords as recordsEndpoint,
  SightglassError,
  listSessions as sessionsEndpoint,
} from '../../packages/wire/src/index.ts';
import { type Measured, median, percentile } from '../measured.ts';
import type { Cost } from './cost.ts';
import { calm, filledProject } from './filled.ts';
import type { Stage } from './stage.ts';
import type { Traffic } from './traffic.ts';

const warmUps = 2;
/** What was given up so often is not asked again: each time takes as long as ten answers. */
const mostGivenUp = 3;
/** A question of the dashboard at 10 M records on 2 cores: at most this long at the 95th percentile, warm. */
const budgetMs = 300;

const factsQuestion = 'facts of the specification';
const facetsAndText = 'role:admin browser:Firefox release:1.0.0 screen:"payment number 3"';

interface Asked {
  name: string;
  times: number[];
  cost: Cost;
}

export interface QuestionOptions {
  quick: boolean;
  /** Of the larger project, millions; the smaller one has one. */
  millions: number;
  /** Only those whose name holds this. */
  about: string;
}

/**
 * The questions of the dashboard over the whole of a large project and of one of a million records (quick: a tenth of both), each against its
 * smaller twin, with what it costs the engine. Times count where nobody else uses the machine; processor time and what was read count anywhere.
 */
export async function measureQuestions(stage: Stage, { quick, millions, about }: QuestionOptions): Promise<Measured[]> {
  const million = quick ? 100_000 : 1_000_000;
  const withFacts = factsQuestion.includes(about);
  const began = performance.now();
  // On a busy machine it takes half an hour: somebody who waits wants to see that it goes on.
  const say = (what: string): void => console.error(`  ${what} (${Math.round((performance.now() - began) / 1_000)} s)`);
  const small = await filledProject(stage, 'p_00000000one', million, withFacts);
  say('the smaller project is filled');
  const large = await filledProject(stage, 'p_000000large', millions * million, withFacts);
  say('the larger project is filled');
  await calm(stage.columns);
  const runs = quick ? 5 : 12;
  const ofSmall = await askAll(stage, small, about, runs);
  say('the smaller project is asked');
  const ofLarge = await askAll(stage, large, about, runs);
  const size = (traffic: Traffic) => (quick ? `${traffic.records / 1_000} k` : `${traffic.records / 1_000_000} M`);
  return ofLarge.flatMap((asked, index) => {
    const twin = ofSmall[index];
    if (twin === undefined) return [];
    return [
      {
        name: `${asked.name}: ${size(large)} records / ${size(small)}`,
        ratio: median(asked.times) / median(twin.times),
        detail: `${told(asked)}\n           against ${told(twin)}`,
        within: quick ? undefined : percentile(asked.times, 0.95) <= budgetMs,
      },
    ];
  });
}

function told({ times, cost }: Asked): string {
  const rows = cost.rows < 1_000_000 ? `${Math.round(cost.rows / 1_000)} k` : `${(cost.rows / 1_000_000).toFixed(1)} M`;
  return `${Math.round(median(times))} ms (p95 ${Math.round(percentile(times, 0.95))}), ${Math.round(cost.cpuMs)} ms of processor, ${rows} rows, ${(cost.bytes / 1e6).toFixed(1)} MB read`;
}

export function questionsAbout(
  project: string,
  traffic: Traffic,
  session: string,
): [string, (columns: Columns) => unknown][] {
  const span = { from: traffic.from, until: traffic.until, environment: '', release: '' };
  const bare =
    'SELECT count() AS n FROM records WHERE project = {project:String} AND at >= fromUnixTimestamp64Milli({from:Int64})';
  const list = (search: string) => (columns: Columns) =>
    listSessions(columns, project, sessionsEndpoint.query.parse({ ...span, search }));
  const values = (key: string, part: string) => (columns: Columns) =>
    searchValues(columns, project, { ...span, key, part });
  return [
    ['bare count()', (columns) => columns.ask(bare, { project, from: traffic.from })],
    ['list of sessions', list('')],
    ['list of sessions, searched', list('button 17')],
    // The index of lines knows three letters and more.
    ['list of sessions, searched by two letters', list('th')],
    ['list with three facets and text', list(facetsAndText)],
    ['list by what happened', list('status:422 action:"button 17"')],
    ['list by a sequence', list('action:"button 17" then error:* within 30s')],
    ['list by a sequence of what did not follow', list('action:"button 17" then NOT error:* within 30s')],
    ['list by a sequence of the same call', list('call:thing-1 then call:thing-1')],
    ['list by a sequence of any two calls', list('call:* then call:*')],
    ['list by a sequence of any two calls in a time', list('call:* then call:* within 10s')],
    ['list by a sequence of three', list('route:* then action:* then call:*')],
    ['list by a sequence of three in a time', list('action:* then action:* then call:* within 10s')],
    ['list by a sequence of three, the last not', list('route:* then action:* then NOT call:*')],
    ['facets of a search', (columns) => facets(columns, project, { ...span, search: facetsAndText })],
    ['histogram of a search', (columns) => sessionTrend(columns, project, { ...span, search: facetsAndText })],
    ["one session's timeline", (columns) => listRecords(columns, project, session, recordsEndpoint.query.parse({}))],
    ['vitals', (columns) => vitals(columns, project, { ...span, route: '', search: '' })],
    ['vitals, searched by role', (columns) => vitals(columns, project, { ...span, route: '', search: 'role:admin' })],
    ['routes', (columns) => routes(columns, project, span)],
    ['calls', (columns) => calls(columns, project, { ...span, search: '' })],
    ['calls, searched by status', (columns) => calls(columns, project, { ...span, search: 'status:422' })],
    ['calls, searched by role', (columns) => calls(columns, project, { ...span, search: 'role:admin' })],
    ['calls, searched by name', (columns) => calls(columns, project, { ...span, search: 'thing-17' })],
    ['issues', (columns) => listOfIssues(columns, project, { ...span, search: '' })],
    ['failed calls as issues', (columns) => listOfIssues(columns, project, { ...span, search: '', kind: 'call' })],
    ['issues, searched by word', (columns) => listOfIssues(columns, project, { ...span, search: 'undefined' })],
    ['issues, searched by role', (columns) => listOfIssues(columns, project, { ...span, search: 'role:admin' })],
    [
      'issues, searched by action',
      (columns) => listOfIssues(columns, project, { ...span, search: 'action:"button 17"' }),
    ],
    ['completion of call:', values('call', '')],
    ['completion of call:thing-1', values('call', 'thing-1')],
    ['completion of action:', values('action', '')],
    ['completion of route:', values('route', 'section')],
    ['completion of visitor:', values('visitor', '')],
    [factsQuestion, (columns) => observedFacts(columns, project, span)],
  ];
}

async function askAll({ columns, meter }: Stage, traffic: Traffic, about: string, runs: number): Promise<Asked[]> {
  const { project, from, until } = traffic;
  const newest = { from, until, environment: '', release: '' };
  const listed = await listSessions(columns, project, sessionsEndpoint.query.parse(newest));
  const asked: Asked[] = [];
  for (const [name, ask] of questionsAbout(project, traffic, listed.sessions[50]?.session ?? '')) {
    if (!name.includes(about)) continue;
    const times: number[] = [];
    let begunCpuMs = 0;
    let givenUp = 0;
    for (let run = -warmUps; run < runs && givenUp < mostGivenUp; run += 1) {
      if (run === 0) begunCpuMs = meter.cpuMs();
      const began = performance.now();
      const answered = await Promise.resolve(ask(columns)).then(
        () => true,
        (error: unknown) => giveUp(name, error),
      );
      if (!answered) givenUp += 1;
      if (run >= 0) times.push(answered ? performance.now() - began : Number.POSITIVE_INFINITY);
    }
    const cpuMs = (meter.cpuMs() - begunCpuMs) / times.length;
    while (times.length < runs) times.push(Number.POSITIVE_INFINITY);
    const read = times.every(Number.isFinite)
      ? await meter.readBy(async (counted) => ask(counted))
      : { rows: Number.NaN, bytes: Number.NaN };
    asked.push({ name, times, cost: { cpuMs, ...read } });
  }
  return asked;
}

/** As the server lists them: figures of all, then what one page of them tells. */
async function listOfIssues(columns: Columns, project: string, about: AboutIssues): Promise<void> {
  const reach = await findReach(columns, project, { from: about.from, until: about.until });
  const { issues } = await issueFiguresOf(columns, project, { ...about, reach });
  const page = issues.slice(0, 100);
  const ids = page.map(({ id }) => id);
  await toldIssues(columns, project, { ...about, reach }, ids, page);
}

/** A question without an answer counts as endless, and the others are asked all the same. */
function giveUp(name: string, error: unknown): false {
  if (!(error instanceof SightglassError)) throw error;
  console.error(`  ${name}: ${error.code}`);
  return false;
}
