import type { Specification, WireRecord } from '@sightglass/wire';
import type { SessionSeen } from '../observe/session.ts';
import { formAround, type JourneyStep, type Move, missingFields, moveOf, troubleWith } from './journey-script.ts';
import { controlOf, inDays, linesOf, type ValueBook, valuesOf } from './playwright.ts';
import { type Answer, type Happened, happenedIn } from './session-moves.ts';
import { sentFields, typedValue } from './typed-value.ts';
import { comment, quote } from './typescript.ts';

export interface SessionScriptOptions {
  /** What to type, by the name of the control; what is not named here is made up from the rules. */
  values?: Readonly<Record<string, string>>;
  /** Only what was done in `[from, until)`. */
  from?: number;
  until?: number;
  /** Where the session can be watched. */
  address?: string;
}

/** More is no test any more. */
const mostSteps = 500;
/** A form that is filled in and sent at once is read as it is sent: a moment after the click. */
const readAsSentMs = 100;

/**
 * What one person did in one session, as a test of `@playwright/test`: it finds each control by its role and name, never by its place,
 * and expects of each call that writes what it was answered then. What they typed was never recorded; what is typed here is made up from
 * what the session shows of the fields. A link named by data is any that leads to where it led; what else cannot be done again (a button
 * named by data) stands as a comment in its place.
 *
 * @param seen - The records of one tab.
 * @param specification - What the session shows, or all sessions do.
 */
export function toSessionScript(
  seen: SessionSeen,
  specification: Specification,
  {
    values = {},
    from = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
    address,
  }: SessionScriptOptions = {},
): string {
  const told = believed(specification);
  const all = happenedIn(seen.records);
  const within = all.filter(({ at }) => at >= from && at < until);
  const happened = begun(within, all).slice(0, mostSteps);
  const steps = happened.flatMap((one) => (one.did === 'act' ? [one.step] : []));
  const isShared = sharedNames(seen.records);
  const parts = happened.map((one) => ({ one, moves: movesOf(one, steps, told, seen.records, isShared) }));
  const book = valuesOf([{ moves: parts.flatMap(({ moves }) => (Array.isArray(moves) ? moves : [])) }], values);
  const start = happened[0]?.at ?? 0;
  const [, ...lines] = parts.flatMap(({ one, moves }, index) => {
    const led = parts[index + 1]?.one;
    return isLinkByData(one, moves) && led?.did === 'come'
      ? [`await follow(page, ${quote(led.route)});`]
      : linesFor(one, moves, book, start);
  });
  const head = [
    `// ${comment(`${specification.project.name}: what one person did in the session ${seen.session}.`)}`,
    ...(address === undefined ? [] : [`// To be watched at ${comment(address)}`]),
    ...(within.length > mostSteps ? [`// Cut after ${mostSteps} steps.`] : []),
  ];
  if (steps.length === 0)
    return `${[...head, '// Not shown: nobody did anything that was recorded.'].join('\n')}\nexport {};\n`;
  return `${[
    [...head, "import { expect, type Page, type Response, test } from '@playwright/test';"].join('\n'),
    ...(book.text === '' ? [] : [book.text]),
    [
      `test(${quote(titleOf(specification, steps))}, async ({ page }) => {`,
      ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
      '});',
    ].join('\n'),
    helpers,
    ...(lines.some((line) => line.startsWith('await follow(')) ? [follow] : []),
    ...(lines.some((line) => line.includes('part(page, ')) ? [part] : []),
    ...(/\binDays\(/.test(book.text) ? [inDays] : []),
  ].join('\n\n')}\n`;
}

/** One person's session makes every statement a suspicion, and is all that there is to go by here. */
function believed(specification: Specification): Specification {
  const points = specification.points.map((point) => ({
    ...point,
    statements: point.statements.map((one) => (one.tier === 'suspected' ? { ...one, tier: 'likely' as const } : one)),
  }));
  return { ...specification, points };
}

/** A part from the middle on begins where the person was. */
function begun(part: readonly Happened[], all: readonly Happened[]): Happened[] {
  const [first] = part;
  if (first === undefined || first.did === 'open') return [...part];
  const before = all.findLast((one) => one.at <= first.at && one.did !== 'act');
  const route = first.did === 'act' ? first.step.route : first.route;
  return [{ did: 'open', at: before?.at ?? first.at, route }, ...part];
}

/** What a test does for one thing that happened; a text says why it cannot. */
function movesOf(
  one: Happened,
  steps: readonly JourneyStep[],
  specification: Specification,
  records: readonly WireRecord[],
  isShared: (step: JourneyStep) => boolean,
): Move[] | string {
  if (one.did !== 'act') return [];
  const { step, within } = one;
  const trouble = troubleWith(step);
  if (trouble !== undefined) return trouble;
  const form = formAround(steps, steps.indexOf(step));
  const place = isShared(step) && /^[^{}]+$/.test(within) ? { within } : {};
  const move = { ...moveOf(step, form, specification), ...place };
  if (step.type !== 'click') return [move];
  const missing = missingFields(step, form, specification);
  const filled = new Set([...form.inputs, ...missing.filter((other) => 'name' in other)].map(({ name }) => name));
  const choices = choicesFor(step, one.at, specification, records).filter(({ name }) => !filled.has(name));
  return [...missing, ...choices, move];
}

/**
 * Controls that are not the only ones of their name on their screen, as far as was recorded: pressed in parts of it that are called otherwise,
 * or fields of one label.
 */
function sharedNames(records: readonly WireRecord[]): (step: JourneyStep) => boolean {
  const places = new Map<string, Set<string>>();
  const add = (key: readonly string[], place: string): void => {
    const id = JSON.stringify(key);
    places.set(id, (places.get(id) ?? new Set()).add(place));
  };
  for (const record of records) {
    const { route = '' } = record;
    if (record.kind === 'action') add([route, record.role, record.name], record.within ?? '');
    if (record.kind !== 'form' || record.event !== 'seen') continue;
    for (const [label, fields] of Map.groupBy(record.fields ?? [], ({ label = '' }) => label))
      for (const at of fields.keys()) add([route, label], `${at} ${record.name}`);
  }
  const isOneOfSeveral = (key: readonly string[]): boolean => (places.get(JSON.stringify(key))?.size ?? 0) > 1;
  return ({ route, role, name }) => isOneOfSeveral([route, role, name]) || isOneOfSeveral([route, name]);
}

/** Not every choice of a list is told as something done: of those that the call carried, one is made. */
function choicesFor(
  { route, calls }: JourneyStep,
  at: number,
  specification: Specification,
  records: readonly WireRecord[],
): Extract<Move, { do: 'choose' }>[] {
  const [call] = calls;
  if (call === undefined) return [];
  const sent = sentFields(specification, call);
  const lists = records.flatMap((record) =>
    record.kind === 'form' && record.event === 'seen' && record.route === route && record.at <= at + readAsSentMs
      ? (record.fields ?? []).filter(({ type }) => type === 'select-one')
      : [],
  );
  const labels = new Map(lists.flatMap(({ name, label }) => (label ? [[name, label] as const] : [])));
  return [...labels].flatMap(([name, label]) => {
    const field = sent.find((other) => other.name === name);
    return field ? [{ do: 'choose', role: 'combobox', name: label, value: typedValue(field) }] : [];
  });
}

/** A link that nobody finds again by its name, though where it led is known. */
const isLinkByData = (one: Happened, moves: Move[] | string): boolean =>
  typeof moves === 'string' && one.did === 'act' && one.step.type === 'click' && one.step.role === 'link';

function linesFor(one: Happened, moves: Move[] | string, book: ValueBook, start: number): string[] {
  if (one.did !== 'act') return ['', `// ${clock(one.at - start)}`, ...wayTo(one)];
  const { role, name, type } = one.step;
  if (typeof moves === 'string')
    return [`// Not done again: ${comment(`${type} of ${role || 'something'} “${name}”`)}, since ${comment(moves)}.`];
  return moves.flatMap((move) => {
    const [answer] = one.answers;
    return move.do === 'click' && answer !== undefined ? answeredBy(move, answer) : linesOf(move, book);
  });
}

function wayTo(one: Exclude<Happened, { did: 'act' }>): string[] {
  if (one.did === 'back') return ['await page.goBack();', `await isAt(page, ${quote(one.route)});`];
  if (one.did === 'come') return [`await isAt(page, ${quote(one.route)});`];
  if (/^\/(?![/\\])[^{]*$/.test(one.route)) return [`await page.goto(${quote(one.route)});`];
  return [
    '// The id in this address was not recorded: say one that there is.',
    `await page.goto(process.env.START_AT ?? ${quote(one.route)});`,
  ];
}

function answeredBy(move: Extract<Move, { do: 'click' }>, { call, status }: Answer): string[] {
  return [
    `await answered(page, ${quote(call.method)}, ${quote(call.path)}, ${status}, () =>`,
    `  ${controlOf(move)}.click(),`,
    ');',
  ];
}

function titleOf({ project }: Specification, steps: readonly JourneyStep[]): string {
  const last = steps.findLast(({ calls, name }) => calls.length > 0 && !/[{}]/.test(name)) ?? steps.at(-1);
  return `${project.name}: one session, until “${last?.name ?? ''}”`;
}

function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const helpers = `/** Does something, and waits until the call that it makes is answered as it was then. */
async function answered(page: Page, method: string, path: string, status: number, act: () => Promise<void>) {
  const wanted = (response: Response) =>
    response.request().method() === method && fits(new URL(response.url()).pathname, path);
  const [answer] = await Promise.all([page.waitForResponse(wanted), act()]);
  expect(answer.status(), \`\${method} \${path}\`).toBe(status);
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

const follow = `/** Follows one of the links to this route: the one of then is named by data. */
async function follow(page: Page, route: string) {
  const links = page.getByRole('link');
  await expect(async () => {
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const here = new URL(page.url());
    const addresses = paths.map((path) => new URL(URL.canParse(path, here.href) ? path : 'about:blank', here));
    const place = ({ pathname, hash }: URL, search = '') => pathname + search + (hash.startsWith('#/') ? hash : '');
    // One that only scrolls leads nowhere.
    const index = addresses.findIndex((to) =>
      to.origin === here.origin && place(to, to.search) !== place(here, here.search) && fits(place(to), route));
    expect(index, \`a link to \${route}\`).not.toBe(-1);
    await links.nth(index).click({ timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
}`;

const part = `/** The innermost part of the page that is called so: by its name, its heading, or what sort of part it is. */
function part(page: Page, name: string) {
  const sorts = ['dialog', 'alertdialog', 'form', 'group', 'region', 'search', 'main', 'navigation', 'complementary', 'banner', 'contentinfo'] as const;
  const exactly = new RegExp(\`^\\\\s*\${name.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&')}\\\\s*$\`);
  const headed = page
    .locator('form, fieldset, dialog, [role=form], [role=group], [role=dialog], [role=alertdialog]')
    .filter({ has: page.locator('legend, h1, h2, h3, h4').first().filter({ hasText: exactly }) });
  const called = sorts
    .map((role) => page.getByRole(role, role === name ? {} : { name, exact: true }))
    .reduce((all, one) => all.or(one), headed.or(page.locator(\`form[name=\${JSON.stringify(name)}]\`)));
  return called.filter({ hasNot: called });
}`;
