import {
  type AboutIssues,
  calls,
  findReach,
  issueFiguresOf,
  listRecords,
  listSessions,
  observedFacts,
  routes,
  toldIssues,
  vitals,
} from '../../packages/measure/src/index.ts';
import { type Columns, callDays, foldIssueDay, foldTrafficDay, routeDays } from '../../packages/store/src/index.ts';
import {
  listRecords as recordsEndpoint,
  SightglassError,
  listSessions as sessionsEndpoint,
} from '../../packages/wire/src/index.ts';
import { type Measured, median, percentile } from '../measured.ts';
import { fillObservations, foldDays } from '../specify/observations.ts';
import { fillProject, type Traffic } from './traffic.ts';

const warmUps = 2;
const dayMs = 86_400_000;
/** A question of the dashboard at 10 M records on 2 cores: at most this long at the 95th percentile, warm. */
const budgetMs = 300;

const facetsAndText = 'role:admin browser:Firefox release:1.0.0 screen:"payment number 3"';

interface Asked {
  name: string;
  times: number[];
}

/**
 * The questions of the dashboard over a whole project of one and of five million records (quick: 100 and 500 thousand), each against
 * its smaller twin and against a bare count over the same records.
 */
export async function measureQuestions(columns: Columns, quick: boolean): Promise<Measured[]> {
  const million = quick ? 100_000 : 1_000_000;
  const small = await fillProject(columns, 'p_00000000one', million);
  const large = await fillProject(columns, 'p_0000000five', 5 * million);
  for (const traffic of [small, large]) {
    await fillObservations(columns, traffic);
    await foldDays(columns, traffic);
    await foldIssueDays(columns, traffic);
    await foldTrafficDays(columns, traffic);
  }
  const runs = quick ? 5 : 12;
  const [bareSmall, ...ofSmall] = await askAll(columns, small, runs);
  const [bareLarge, ...ofLarge] = await askAll(columns, large, runs);
  const size = (traffic: Traffic) => (quick ? `${traffic.records / 1_000} k` : `${traffic.records / 1_000_000} M`);
  const told = (asked: Asked | undefined) =>
    asked === undefined
      ? ''
      : `${Math.round(median(asked.times))} ms (p95 ${Math.round(percentile(asked.times, 0.95))})`;
  return ofLarge.flatMap((asked, index) => {
    const twin = ofSmall[index];
    if (twin === undefined || bareLarge === undefined || bareSmall === undefined) return [];
    return [
      {
        name: `${asked.name}: ${size(large)} records / ${size(small)}`,
        ratio: median(asked.times) / median(twin.times),
        detail: `${told(asked)} against ${told(twin)}`,
        within: quick ? undefined : percentile(asked.times, 0.95) <= budgetMs,
      },
      {
        name: `${asked.name} / bare count(): ${size(large)} records`,
        ratio: median(asked.times) / median(bareLarge.times),
        detail: `${told(asked)} against ${told(bareLarge)}`,
      },
    ];
  });
}

/** As the digest does beside its work. */
async function foldIssueDays(columns: Columns, { project, from, until }: Traffic): Promise<void> {
  for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs)
    await foldIssueDay(columns, project, day, 24, 2 + day / dayMs);
}

async function foldTrafficDays(columns: Columns, { project, from, until }: Traffic): Promise<void> {
  for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs)
    for (const days of [callDays, routeDays])
      await foldTrafficDay(columns, days, project, { day, hours: 24, version: 2 + day / dayMs });
}

async function askAll(columns: Columns, traffic: Traffic, runs: number): Promise<Asked[]> {
  const { project } = traffic;
  const span = { from: traffic.from, until: traffic.until, environment: '', release: '' };
  const listed = await listSessions(columns, project, sessionsEndpoint.query.parse(span));
  const session = listed.sessions[50]?.session ?? '';
  const bare =
    'SELECT count() AS n FROM records WHERE project = {project:String} AND at >= fromUnixTimestamp64Milli({from:Int64})';
  const questions: [string, () => Promise<unknown>][] = [
    ['bare count()', () => columns.ask(bare, { project, from: traffic.from })],
    ['list of sessions', () => listSessions(columns, project, sessionsEndpoint.query.parse(span))],
    [
      'list of sessions, searched',
      () => listSessions(columns, project, sessionsEndpoint.query.parse({ ...span, search: 'button 17' })),
    ],
    [
      'list with three facets and text',
      () => listSessions(columns, project, sessionsEndpoint.query.parse({ ...span, search: facetsAndText })),
    ],
    ["one session's timeline", () => listRecords(columns, project, session, recordsEndpoint.query.parse({}))],
    ['vitals', () => vitals(columns, project, { ...span, route: '', search: '' })],
    ['routes', () => routes(columns, project, span)],
    ['calls', () => calls(columns, project, { ...span, search: '' })],
    ['issues', () => listOfIssues(columns, project, { ...span, search: '' })],
    ['failed calls as issues', () => listOfIssues(columns, project, { ...span, search: '', kind: 'call' })],
    ['facts of the specification', () => observedFacts(columns, project, span)],
  ];
  const asked: Asked[] = [];
  for (const [name, ask] of questions) {
    const times: number[] = [];
    for (let run = -warmUps; run < runs; run += 1) {
      const began = performance.now();
      const answered = await ask().then(
        () => true,
        (error: unknown) => giveUp(name, error),
      );
      if (run >= 0) times.push(answered ? performance.now() - began : Number.POSITIVE_INFINITY);
    }
    asked.push({ name, times });
  }
  return asked;
}

/** As the server lists them: figures of all, then what one page of them tells. */
async function listOfIssues(columns: Columns, project: string, about: AboutIssues): Promise<void> {
  const reach = await findReach(columns, project, { from: about.from, until: about.until });
  const { issues } = await issueFiguresOf(columns, project, { ...about, reach });
  const page = issues.slice(0, 100);
  const people = new Map(page.map(({ id, visitors = 0 }) => [id, visitors]));
  await toldIssues(columns, project, { ...about, reach }, [...people.keys()], people);
}

/** A question without an answer counts as endless, and the others are asked all the same. */
function giveUp(name: string, error: unknown): false {
  if (!(error instanceof SightglassError)) throw error;
  console.error(`  ${name}: ${error.code}`);
  return false;
}
