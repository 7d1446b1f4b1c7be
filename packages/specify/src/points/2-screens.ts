import { type Fact, type ScreenStatement, type StatementOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { labelled } from '../own-calls.ts';
import { titlePattern } from '../title.ts';
import { counted, enumerate, type Point, type Reading, surestFirst } from './point.ts';
import { type Product, productOf, withProduct } from './product.ts';

const mostControls = 12;
const mostEntrances = 8;
/** What the browser writes where a name is made of data only. */
const masked = '{text}';

/** Screens that were visited, with what people act on there, and what leads from one to another. */
export const screens: Point = { point: 2, read };

function read(book: FactBook): Reading {
  const screens = joinFacts(book.of('screen'), ({ key }) => statementKey.screen(book.route(key)));
  const seen = screens.filter(({ fact }) => fact.sample.length > 0);
  const actions = Map.groupBy(book.of('action'), ({ key }) => book.route(key.slice(0, key.indexOf(' '))));
  const links = joinFacts(book.of('link'), ({ key }) => linkOf(key, book)?.id).filter(({ fact }) => isLink(fact, book));
  const openable = links.filter(({ fact }) => fact.sample.length > 0);
  const product = productOf(book);
  return {
    statements: [
      ...surestFirst(
        seen.map(({ id, fact }) => toScreen(id, fact, actions.get(book.route(fact.key)) ?? [], product, book)),
      ),
      ...surestFirst(openable.flatMap(({ fact }) => toLink(fact, book) ?? [])),
    ],
    leftOut: [
      {
        reason: 'screens and links without a session that can still be opened',
        times: screens.length - seen.length + links.length - openable.length,
      },
    ],
  };
}

function toScreen(
  key: string,
  fact: Fact,
  actions: readonly Fact[],
  product: Product,
  book: FactBook,
): ScreenStatement {
  const screen = {
    route: book.route(fact.key),
    title: titlePattern(titlesOf(fact, product)),
    views: fact.n,
    controls: controlsOf(fact, actions),
    enteredFrom: entrancesOf(fact, book),
  };
  return {
    key,
    point: 2,
    kind: 'screen',
    text: tell(screen),
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...screen,
  };
}

/** With how many visitors saw each; those that only differ in what of the product's name was left out are one. */
function titlesOf({ counts, visitorsOf }: Fact, product: Product): Parameters<typeof titlePattern>[0] {
  const titles = new Map<string, { value: string; times: number; seen: number }>();
  for (const { value: written, times } of labelled(visitorsOf, 'title:').slice(0, 50)) {
    const value = withProduct(written, product);
    const known = titles.get(value) ?? { value, times: 0, seen: 0 };
    const seen = known.seen + (counts[`title:${written}`] ?? 0);
    titles.set(value, { value, times: known.times + times, seen });
  }
  return [...titles.values()].toSorted((one, other) => other.times - one.times);
}

function entrancesOf({ counts, key }: Fact, book: FactBook): ScreenStatement['enteredFrom'] {
  const routes = Map.groupBy(labelled(counts, 'from:'), ({ value }) => book.route(value));
  return [...routes]
    .filter(([route]) => route !== book.route(key))
    .map(([route, some]) => ({ route, views: some.reduce((sum, { times }) => sum + times, 0) }))
    .sort((one, other) => other.views - one.views || (one.route < other.route ? -1 : 1))
    .slice(0, mostEntrances);
}

/**
 * On a screen that several visitors reached, what only one of them acted on may carry that person's data in its name, and is left out.
 */
function controlsOf(screen: Fact, actions: readonly Fact[]): ScreenStatement['controls'] {
  return joinFacts(actions, ({ key }) => key.slice(key.indexOf(' ') + 1))
    .filter(({ fact }) => fact.visitors > 1 || screen.visitors === 1)
    .map(({ id, fact }) => ({
      ...controlOf(id),
      actions: fact.n,
      frustrated: frustratedOf(fact),
      visitors: fact.visitors,
    }))
    .filter(({ name }) => name !== masked && name !== '')
    .sort(
      (one, other) => other.visitors - one.visitors || other.actions - one.actions || (one.name < other.name ? -1 : 1),
    )
    .slice(0, mostControls)
    .map(({ visitors: _, ...control }) => control);
}

/** `button Submit order` */
function controlOf(text: string): { role: string; name: string } {
  const space = text.indexOf(' ');
  return { role: text.slice(0, space), name: text.slice(space + 1) };
}

const frustratedOf = ({ counts }: Fact): number =>
  labelled(counts, 'frustrated:').reduce((sum, { times }) => sum + times, 0);

function linkOf(key: string, book: FactBook): { id: string; from: string; to: string } | undefined {
  const [from = '', to = ''] = key.split(' ').map((route) => book.route(route));
  const id = statementKey.link(from, to);
  return statementKey.screen(from) === statementKey.screen(to) ? undefined : { id, from, to };
}

/** An address that was typed and a way back that the application takes by itself are no links; where nothing is told of actions, all are. */
function isLink({ counts }: Fact, book: FactBook): boolean {
  return book.of('action').length === 0 || Object.keys(counts).some((label) => label.startsWith('control:'));
}

function toLink(fact: Fact, book: FactBook): StatementOf<'link'> | undefined {
  const link = linkOf(fact.key, book);
  if (link === undefined) return undefined;
  const { id, from, to } = link;
  const controls = labelled(fact.counts, 'control:')
    .filter(({ value }) => (fact.visitorsOf[`control:${value}`] ?? 0) > 1 || fact.visitors === 1)
    .slice(0, mostControls)
    .map(({ value, times }) => ({ ...controlOf(value), times }));
  const named = controls.filter(({ name }) => name !== masked && name !== '').map(({ name }) => `“${name}”`);
  const acted = controls.reduce((sum, { times }) => sum + times, 0);
  const how = named.length === 0 ? '' : ` by ${enumerate(named)}`;
  const times = counted(fact.n, 'time');
  // What came without anything having been done is told beside what was done.
  const told = how === '' || acted >= fact.n ? `${how}, ${times}` : `, ${times}, ${acted} of them${how}`;
  return {
    key: id,
    point: 2,
    kind: 'link',
    text: `From ${from} people go to ${to}${told}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ from, to, times: fact.n, controls },
  };
}

function tell({
  route,
  title,
  views,
  controls,
  enteredFrom,
}: Pick<ScreenStatement, 'route' | 'title' | 'views' | 'controls' | 'enteredFrom'>): string {
  const named = title === '' ? '' : `, titled “${title}”,`;
  const acted = controls.length === 0 ? '' : `; people act on ${enumerate(controls.map(({ name }) => `“${name}”`))}`;
  const entered = enteredFrom.length === 0 ? '' : `; entered from ${enumerate(enteredFrom.map((from) => from.route))}`;
  return `The screen ${route}${named} was visited ${counted(views, 'time')}${acted}${entered}.`;
}
