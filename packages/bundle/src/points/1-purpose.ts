import { type StatementOf, statementKey } from '@sightglass/wire';
import type { CodeFacts, WordingFact } from '../extract/fact.ts';
import { entitiesOf } from './entity-names.ts';
import type { Ground } from './ground.ts';

const mostThings = 6;

/** What it is about and for whom: the document's title, the things that its calls are about, its roles. No sentence is made up. */
export function purposeOf(facts: CodeFacts, ground: Ground): (StatementOf<'purpose'> | StatementOf<'audience'>)[] {
  const titles = facts.wording.filter(({ kind, text }) => kind === 'document' && !text.includes('{'));
  const title = titleAmong(titles);
  const things = entitiesOf(facts.calls)
    .toSorted((one, other) => other.calls.length - one.calls.length)
    .slice(0, mostThings);
  const spots = [...(title ? [title.at] : []), ...things.flatMap(({ calls }) => calls.slice(0, 1).map(({ at }) => at))];
  if (spots.length === 0 || (!title && things.length < 2)) return who(facts, ground);
  const vocabulary = things.map(({ name }) => name);
  const works = things.length === 0 ? '' : `It works with ${listed(vocabulary)}.`;
  return [
    {
      key: statementKey.purpose(),
      point: 1,
      kind: 'purpose',
      text: [title ? `${title.text.replace(/[.!]*$/, '')}.` : '', works].filter(Boolean).join(' '),
      ...ground(spots),
      product: title?.text.split(between)[0] ?? '',
      vocabulary,
    },
    ...who(facts, ground),
  ];
}

/**
 * The longest says most, but where one stands in several others, those are of screens: `Desk`, `Desk - Sign in`, `Desk - Orders`. Of
 * screens alone it is what they share (`Desk` of `Orders · Desk`, `Sign in · Desk`), or nothing.
 */
function titleAmong(titles: readonly WordingFact[]): WordingFact | undefined {
  const [longest] = titles.toSorted((one, other) => other.text.length - one.text.length);
  const texts = new Set(titles.map(({ text }) => text));
  const isOfAll = ({ text }: WordingFact) =>
    [...texts].filter((other) => other !== text && other.includes(text)).length >= fewestScreens;
  const ofAll = titles.find(isOfAll);
  const ofPage = titles.find(({ at }) => /\.html?$/i.test(at.unit.read.file.path));
  if (ofAll ?? ofPage) return ofAll ?? ofPage;
  if (texts.size <= fewestScreens) return longest;
  const parts = [...texts].flatMap((text) => {
    const own = new Set(text.split(between));
    return own.size > 1 ? [...own] : [];
  });
  const shared = [...Map.groupBy(parts, (part) => part)].find(([, some]) => some.length * 2 > texts.size);
  return longest && shared && { ...longest, text: shared[0] };
}

const fewestScreens = 2;
const between = /\s*[:|–—·•]\s*|\s-\s/;

function who({ roles }: CodeFacts, ground: Ground): StatementOf<'audience'>[] {
  // What nobody is known to have written is not told beside what the product says.
  const own = roles.filter(({ at: { unit, node } }) => unit.read.ownerAt(node.start).kind === 'product');
  const known = own.length > 0 ? own : roles;
  if (known.length === 0) return [];
  const names = [...new Set(known.map(({ name }) => name))].sort();
  return [
    {
      key: statementKey.audience(),
      point: 1,
      kind: 'audience',
      text: `The code knows these roles: ${listed(names)}.`,
      ...ground(known.map(({ at }) => at)),
      who: listed(names),
      roles: names.map((name) => ({ name, visitors: 0 })),
      devices: [],
    },
  ];
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
