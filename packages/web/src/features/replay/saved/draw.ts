import type { Clock, Span } from '@sightglass/replay';
import { speeds } from '@sightglass/replay';
import { writeClock } from '../../../ui/figures.ts';
import { type Item, indexAt } from '../items.ts';
import { look } from './look.ts';

interface Drawn {
  title: string;
  clock: Clock;
  items: readonly Item[];
  span: Span;
  isEmpty: boolean;
}

/** The player of a saved page, without a framework: a stage, a line, a few buttons, and the list of what happened. */
export function drawPlayer(body: HTMLElement, { title, clock, items, span, isEmpty }: Drawn): { root: HTMLElement } {
  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    about: Partial<Record<string, string>> = {},
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(about))
      if (value !== undefined) element.setAttribute(attribute, value);
    element.append(...children);
    return element;
  };

  const root = make('div', { class: 'root' });
  const line = make('input', {
    ...{ type: 'range', 'aria-label': 'Moment', min: '0', step: '1' },
    ...{ max: String(span.until - span.from), value: '0' },
  });
  const play = make('button', { type: 'button' }, 'Play');
  const time = make('output', { 'aria-label': 'Time' });
  const speed = make(
    'select',
    { 'aria-label': 'Speed' },
    ...speeds.map((one) => make('option', { value: String(one), ...(one === 1 ? { selected: '' } : {}) }, `${one}×`)),
  );
  const rows = items.map((item) => {
    const words = [
      make('time', {}, writeClock(Math.max(0, item.at - span.from))),
      ` ${item.kind} `,
      make('b', {}, item.title),
    ];
    const button = make('button', { type: 'button', 'data-tone': item.tone, title: item.detail }, ...words);
    button.addEventListener('click', () => clock.seek(item.at));
    return button;
  });
  const list = make('ol', { 'aria-label': 'What happened' }, ...rows.map((row) => make('li', {}, row)));

  body.append(
    make('style', {}, look),
    make('header', {}, make('h1', {}, title), make('p', {}, 'Played from this file alone.')),
    make(
      'main',
      {},
      make(
        'section',
        { 'aria-label': 'Replay', class: 'player' },
        isEmpty ? make('p', { class: 'empty' }, 'This part of the session has no replay.') : root,
        line,
        make('div', { class: 'controls' }, play, time, speed),
      ),
      list,
    ),
  );

  play.addEventListener('click', clock.toggle);
  line.addEventListener('input', () => clock.seek(span.from + Number(line.value)));
  speed.addEventListener('change', () => clock.setSpeed(Number(speed.value)));
  document.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || event.target !== document.body) return;
    event.preventDefault();
    clock.toggle();
  });
  let current = -1;
  const tell = (): void => {
    const { at, playing } = clock.state();
    play.textContent = playing ? 'Pause' : 'Play';
    line.value = String(at - span.from);
    time.textContent = `${writeClock(at - span.from)} / ${writeClock(span.until - span.from)}`;
    const now = indexAt(items, at);
    if (now === current) return;
    rows[current]?.removeAttribute('aria-current');
    rows[now]?.setAttribute('aria-current', 'true');
    if (playing) rows[now]?.scrollIntoView({ block: 'nearest' });
    current = now;
  };
  clock.subscribe(tell);
  tell();
  return { root };
}
