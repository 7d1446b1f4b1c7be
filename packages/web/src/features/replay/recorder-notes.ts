import type { PageStream, Span } from '@sightglass/replay';
import type { Item } from './items.ts';

type Told = Pick<PageStream, 'tab' | 'page' | 'until' | 'notes'>;

/** While a recorder did less than it could, so that the page stayed quick: docs/formats/segment.md, `shed`. */
export interface Sparing extends Span {
  tab: string;
  page: string;
  /** What that means for who watches. */
  words: string;
}

/** The parts of each page that were recorded with less than there was, by page and time. */
export function sparingsOf(pages: readonly Told[]): Sparing[] {
  return pages.flatMap(({ tab, page, until, notes }) => {
    const levels = notes.flatMap(({ at, name, about }) =>
      name === 'shed' ? [{ at, level: Number(about.level) }] : [],
    );
    let worst = 0;
    return levels.flatMap(({ at, level }, index): Sparing[] => {
      // After 0 the page is told whole again.
      worst = level > 0 ? Math.max(worst, level) : 0;
      return level > 0
        ? [{ tab, page, from: at, until: levels[index + 1]?.at ?? until, words: wordsFor(level, worst) }]
        : [];
    });
  });
}

function wordsFor(level: number, worst: number): string {
  const seldom = level > 3 ? 'seldom' : 'less often';
  const pointer = level > 1 ? ', and left the pointer out' : '';
  // What attributes changed meanwhile stays as it was until the page is told whole.
  const stale = worst > 2 ? ' What changed by attributes alone, as colours and sizes do, may be missing.' : '';
  return `This page kept its browser busy: to stay out of its way the recorder looked ${seldom}${pointer}.${stale}`;
}

const steps = [
  '',
  'looks less often',
  'looks less often, without the pointer',
  'looks less often, without pointer and attributes',
  'looks seldom, without pointer and attributes',
];

/** What a recorder notes beside what the page showed, as far as no record says it. */
export function recorderItems(pages: readonly Told[]): Item[] {
  return pages.flatMap(({ tab, page, notes }) =>
    notes.flatMap(({ at, name, about }, index): Item[] => {
      const said = say(name, about);
      return said === null
        ? []
        : [{ key: `noted ${page} ${index}`, at, tab, group: 'other', detail: '', tone: 'plain', mark: null, ...said }];
    }),
  );
}

function say(name: string, about: Record<string, unknown>): (Pick<Item, 'kind' | 'title'> & Partial<Item>) | null {
  switch (name) {
    case 'shed':
      return Number(about.level) > 0
        ? { kind: 'recorder', title: 'does less', detail: steps[Number(about.level)] ?? '', tone: 'warning' }
        : { kind: 'recorder', title: 'does all again' };
    case 'lost':
      return { kind: 'recorder', title: 'let go of a part before this', tone: 'warning' };
    case 'zoom':
      return Number(about.scale) > 0 ? { kind: 'zoom', title: `${Math.round(Number(about.scale) * 100)} %` } : null;
    case 'print':
      return { kind: 'print', title: about.state === 'before' ? 'begins' : 'is over' };
    case 'restored':
      return { kind: 'page', title: 'came back as it had been left' };
    default:
      return null; // what is out of sight is a record, what has no picture stands above the stage
  }
}
