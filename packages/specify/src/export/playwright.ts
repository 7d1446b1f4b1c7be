import type { Specification, StatementOf } from '@sightglass/wire';
import { type Control, type Move, type Script, scriptOf } from './journey-script.ts';
import { freeName } from './json-schema.ts';
import { mockFrom } from './mock.ts';
import { toOpenApi } from './openapi.ts';
import { basisOf, sureOf } from './sure.ts';
import type { TypedValue } from './typed-value.ts';
import { comment, quote } from './typescript.ts';

export interface PlaywrightOptions {
  /** `live`: against a running application; `stubbed`: calls are answered by the test, from the shapes that were seen. */
  calls?: 'live' | 'stubbed';
  /** What to type, by the name of the control; what is not named here is made up from the rules. */
  values?: Readonly<Record<string, string>>;
  /** How many journeys, most taken first. */
  most?: number;
}

/**
 * The journeys that most people take, as tests of `@playwright/test` that find each control by its role and name, never by its place.
 * Journeys that only the person who took them could take again (a link named by data) are listed with the reason.
 */
export function toPlaywright(
  specification: Specification,
  { calls = 'live', values = {}, most = 10 }: PlaywrightOptions = {},
): string {
  const journeys = byUse(sureOf(specification, 'journey')).slice(0, most);
  const scripts = journeys.map((journey) => scriptOf(journey, specification));
  const written = scripts.filter((one): one is Script => 'moves' in one);
  const book = valuesOf(written, values);
  const left = scripts.flatMap((one) =>
    'why' in one ? [`// Not written: ${comment(one.journey.name)}, since ${comment(one.why)}.`] : [],
  );
  const head = `// ${comment(`${specification.project.name}: what people do. ${basisOf(specification)}`)}`;
  if (written.length === 0)
    return `${[head, '// Not shown: no journey that a test could take again.', ...left].join('\n')}\nexport {};\n`;
  return `${[
    [head, "import { expect, type Page, type Response, test } from '@playwright/test';"].join('\n'),
    book.text,
    ...(calls === 'stubbed' ? [stubs(specification)] : []),
    ...written.map((script) => testOf(script, book)),
    ...(left.length === 0 ? [] : [left.join('\n')]),
    helpers(calls),
    ...(/\binDays\(/.test(book.text) ? [inDays] : []),
  ].join('\n\n')}\n`;
}

function byUse(journeys: StatementOf<'journey'>[]): StatementOf<'journey'>[] {
  return journeys.toSorted(
    (one, other) =>
      other.support.visitors - one.support.visitors ||
      other.support.sessions - one.support.sessions ||
      (one.key < other.key ? -1 : 1),
  );
}

export interface ValueBook {
  text: string;
  /** How a test says what it types into a control. */
  of(name: string, value: TypedValue): string;
}

/** All that is typed, at one place, for a person to change; by the environment too, so that no secret needs to be written down. */
export function valuesOf(
  scripts: readonly Pick<Script, 'moves'>[],
  given: Readonly<Record<string, string>>,
): ValueBook {
  const typed = scripts
    .flatMap(({ moves }) => moves)
    .flatMap((move) => (move.do === 'fill' || move.do === 'choose' ? [move] : []))
    .map(({ name, value }) => ({ name, said: Object.hasOwn(given, name) ? quote(given[name] ?? '') : saidOf(value) }));
  const taken = new Set<string>();
  const [names, environment] = [new Map<string, string>(), new Set<string>()];
  const lines: string[] = [];
  for (const { name, said } of typed) {
    const id = `${name}\n${said}`;
    if (names.has(id)) continue;
    const key = freeName(name === '__proto__' ? '__proto__ ' : name, taken);
    names.set(id, key);
    const variable = freeName(`VALUE_${key.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`, environment);
    lines.push(`  ${quote(key)}: process.env.${variable} ?? ${said},`);
  }
  const text = `// What is typed. Nothing that a person typed was recorded: these are made from the rules. Change them here, or by the environment.\nconst values = {\n${lines.join('\n')}\n};`;
  return {
    text: lines.length === 0 ? '' : text,
    of: (name, value) => {
      const said = Object.hasOwn(given, name) ? quote(given[name] ?? '') : saidOf(value);
      return `values[${quote(names.get(`${name}\n${said}`) ?? name)}]`;
    },
  };
}

const saidOf = (value: TypedValue): string => ('text' in value ? quote(value.text) : `inDays(${value.inDays})`);

function testOf({ journey, moves }: Script, book: ValueBook): string {
  const lines = moves.flatMap((move, index) => [
    ...(index > 0 && move.do === 'arrive' ? [''] : []),
    ...linesOf(move, book),
  ]);
  const { support } = journey;
  return [
    `// ${support.visitors} visitors did this in ${support.sessions} sessions.`,
    `test(${quote(journey.name)}, async ({ page }) => {`,
    ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
    '});',
  ].join('\n');
}

export function linesOf(move: Move, book: ValueBook): string[] {
  if (move.do === 'go') return [`await page.goto(${quote(move.route)});`];
  if (move.do === 'arrive') return [`await isAt(page, ${quote(move.route)});`];
  const control = controlOf(move);
  if (move.do === 'fill') return [`await ${control}.fill(${book.of(move.name, move.value)});`];
  if (move.do === 'choose') return [`await ${control}.selectOption(${book.of(move.name, move.value)});`];
  if (move.do === 'check') return [`await ${control}.check();`];
  const [call] = move.calls;
  const click = `${control}${move.several ? '.first()' : ''}.click()`;
  if (call === undefined) return [`await ${click};`];
  return [`await answered(page, ${quote(call.method)}, ${quote(call.path)}, () =>`, `  ${click},`, ');'];
}

export function controlOf({ role, name, within }: Control): string {
  const place = within === undefined ? 'page' : `part(page, ${quote(within)})`;
  return `${place}.getByRole(${quote(role)}, { name: ${quote(name)}, exact: true })`;
}

/** Every call that was seen, with an answer of its shape. */
function stubs(specification: Specification): string {
  const openapi = toOpenApi(specification);
  const answer = mockFrom(openapi);
  const lines = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => {
      const said = answer(method, path);
      const body = said?.body === undefined ? '' : JSON.stringify(said.body);
      return `  [${quote(method.toUpperCase())}, ${quote(path)}, ${said?.status ?? 200}, ${quote(body)}],`;
    }),
  );
  return `// What each call is answered: method, path, status, body.
const answers: [method: string, path: string, status: number, body: string][] = [
${lines.join('\n')}
];

test.beforeEach(async ({ page }) => {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const known = answers.filter(([method, path]) => method === route.request().method() && fits(pathname, path));
    // A literal part of a path goes before a variable one.
    const [found] = known.sort(([, one], [, other]) => one.split('{').length - other.split('{').length);
    if (found === undefined) return route.fallback();
    const [, , status, body] = found;
    return route.fulfill({ status, body, contentType: 'application/json' });
  });
});`;
}

function helpers(calls: 'live' | 'stubbed'): string {
  return `/** Does something, and waits until the call that it makes is answered well. */
async function answered(page: Page, method: string, path: string, act: () => Promise<void>) {
  const wanted = (response: Response) =>
    response.request().method() === method && fits(new URL(response.url()).pathname, path);
  const [answer] = await Promise.all([page.waitForResponse(wanted), act()]);
  expect(answer.status(), \`\${method} \${path} is ${calls === 'live' ? 'done' : 'stubbed'}\`).toBeLessThan(400);
}

/** Waits until the page's address is one of this route. */
async function isAt(page: Page, route: string) {
  await expect(page).toHaveURL((url) => fits(url.pathname + (url.hash.startsWith('#/') ? url.hash : ''), route));
}

/** Whether a path is one of a template, in which \`{…}\` stands for any one part. */
function fits(path: string, template: string): boolean {
  const [parts, wanted] = [path.split('/'), template.split('/')];
  const same = (part: string, index: number) => (part.includes('{') ? parts[index] !== '' : part === parts[index]);
  return parts.length === wanted.length && wanted.every(same);
}`;
}

export const inDays = `/** A day to come, as forms take it. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}`;
