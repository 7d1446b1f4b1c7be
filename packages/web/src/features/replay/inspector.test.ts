import type { Inspected, Where } from '@sightglass/replay';
import { expect, test, vi } from 'vitest';
import { createInspector } from './inspector.ts';

const found = (selector: string): Inspected => ({
  ...{
    selector,
    label: 'b',
    tag: 'b',
    attributes: [],
    more: { attributes: 0, inside: 0 },
    states: [],
    role: '',
    name: '',
    text: '',
  },
  ...{ box: { x: 0, y: 0, width: 1, height: 1 }, style: [], above: [], inside: [], place: { number: 1, of: 1 } },
  control: { is: 'itself', role: '', name: '', path: 'b', isAlone: true },
});

test('of a pointer that runs only the last place is asked, once the question before is answered', async () => {
  const asked: Where[] = [];
  let answer = (_: Inspected | null): void => undefined;
  const inspector = createInspector();
  inspector.serve((where) => {
    asked.push(where);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  inspector.moved(true);
  for (const x of [1, 2, 3]) inspector.point({ x, y: 0 });
  answer(found('#one'));
  await vi.waitFor(() =>
    expect(asked).toEqual([
      { x: 1, y: 0 },
      { x: 3, y: 0 },
    ]),
  );
  answer(found('#three'));
  await vi.waitFor(() => expect(inspector.state().hovered?.selector).toBe('#three'));
  inspector.point(null);
  expect(inspector.state().hovered).toBeNull();
});

test('what a link names is looked for as soon as a page is shown, and again at each other moment', async () => {
  const inspector = createInspector();
  const there = new Set(['#a']);
  inspector.keep('#a');
  expect(inspector.state()).toMatchObject({ chosen: null, isKnown: false });
  inspector.serve((where) =>
    Promise.resolve('selector' in where && there.has(where.selector) ? found(where.selector) : null),
  );
  inspector.moved(true);
  await vi.waitFor(() => expect(inspector.state()).toMatchObject({ chosen: { selector: '#a' }, isKnown: true }));
  there.clear();
  inspector.moved(true);
  await vi.waitFor(() => expect(inspector.state()).toMatchObject({ chosen: null, isKnown: true }));
  inspector.keep(null);
  expect(inspector.state().isKnown).toBe(false);
  expect(await inspector.choose({ x: 1, y: 1 })).toBeNull();
});
