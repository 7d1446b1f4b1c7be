import { noon, type Told } from './engine.ts';

/** Few names, so that random questions meet random records often. */
export const roles = ['admin', 'member', ''];
export const routes = ['/orders', '/orders/{integer}', '/parts'];
export const names = [
  'Submit order',
  'Cancel',
  'submit',
  'ΟΔΟΣ ΣΟΥ',
  'İzmir',
  `O'Brien "x" \\ 100%_ (a:b)`,
  `long ${'wörd'.repeat(60)}`,
];
export const codes = ['LIMIT', 'EMPTY', ''];
export const plans = ['gold', 'Gold Plus', ''];
const statuses = [200, 404, 422, 500];
export type Row = Required<
  Pick<Told, 'session' | 'kind' | 'at' | 'role' | 'route' | 'name' | 'text' | 'path' | 'status' | 'code' | 'value'>
> &
  Told;

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] ?? (values[0] as Value); // never empty
const blank = { name: '', text: '', path: '', status: 0, code: '', value: 0 };

function makeRows(): Row[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const rows: Row[] = [];
  for (let at = 0; at < 40; at++) {
    const session = `session-${String(at).padStart(2, '0')}`;
    const role = pick(roles, random);
    const about = {
      ...{ session, role, browser: pick(['Firefox', 'Chrome'], random), os: pick(['Windows', 'macOS'], random) },
      ...{ device: pick(['desktop', 'mobile'], random), release: pick(['1.0.0', '1.10.2'], random) },
      visitor: pick(['ann', 'Bo Σ', ''], random),
    };
    // Most come from nowhere; what the application tells under such a name is another thing.
    if (at % 4)
      rows.push({
        ...{ ...about, ...blank, kind: 'session', at: noon + at * 10_000, number: 200, tab: 't', route: '' },
        attributes: {
          ...{ language: ['de-CH', 'en', 'en-GB'][at % 3] ?? '', timezone: at % 2 ? 'Europe/Zurich' : 'Asia/Tokyo' },
          referrer: at % 5 ? '' : 'search.example',
        },
      });
    for (let number = 0; number < 1 + random() * 11; number++) {
      const tab = random() < 0.8 ? 't' : 'u';
      // What is told under two environments stands in two rows of its day.
      const environment = at % 3 === 0 && number % 2 === 1 ? 'staging' : 'production';
      const when = { at: noon + at * 10_000 + Math.floor(random() * 5) * 1_000, number, tab, environment };
      const route = pick(routes, random);
      const call: Partial<Row> = {
        kind: 'resource',
        type: 'fetch',
        method: pick(['GET', 'POST'], random),
        path: `/api${route}`,
        host: pick(['', 'https://pay.example'], random),
        status: pick(statuses, random),
        code: pick(codes, random),
        duration_ms: Math.floor(random() * 3_000),
        record_id: `r${number}`,
      };
      const more: Partial<Row> = pick(
        [
          { kind: 'view', type: 'load', text: route === '/parts' ? 'Parts' : 'Orders' },
          {
            ...{ kind: 'action', type: 'click', name: pick(names, random), record_id: `a${number}` },
            ...{
              text: pick(['button', 'link'], random),
              frustrations: random() < 0.3 ? [pick(['rage', 'dead'], random)] : [],
            },
          },
          { kind: 'console', type: pick(['warn', 'error'], random), text: pick(names, random) },
          { kind: 'custom', name: pick(names, random), attributes: { plan: pick(plans, random) } },
          { kind: 'form', type: pick(['submitted', 'refused'], random), name: pick(names, random) },
          { kind: 'longtask', type: 'longtask', duration_ms: Math.floor(random() * 400) },
          ...[call, call, call],
          { kind: 'error', type: 'uncaught', name: 'TypeError', text: 'x is undefined' },
          { kind: 'vital', name: 'LCP', value: Math.floor(random() * 5_000), record_id: `v${number}` },
        ],
        random,
      );
      rows.push({ ...about, ...when, route, ...blank, kind: 'view', ...more });
      // A vital is told again, later and otherwise, and stays one event.
      if (more.kind === 'vital')
        rows.push({
          ...{ ...about, ...when, route, ...blank, kind: 'vital', ...more, value: Math.floor(random() * 5_000) },
          ...{ at: when.at + Math.floor(random() * 3) * 1_000, number: number + 100, version: 1 },
        });
    }
  }
  return rows;
}
/** What was told of some forty sessions, the same in every run. */
export const rows = makeRows();

/** Texts that stood on their screens. */
export const texts = [
  'Order received',
  'Payment failed: 100% of 7_50 €',
  'Größe wählen',
  'submitted by Ann',
  '注文を確認する',
  'Η ΟΔΟΣ ΜΟΥ',
];
export const lines: { session: string; kind: string; text: string; at: number }[] = [
  ...new Set(rows.map(({ session }) => session)),
].flatMap((session, at) =>
  texts
    .filter((_, index) => (at * 7 + index * 3) % 5 < 2)
    .map((text, index) => ({
      session,
      kind: at % 3 === 0 && index === 0 ? 'console' : 'screen',
      text,
      at: noon + at * 10_000,
    })),
);
