import fc from 'fast-check';
import { codes, names, plans, roles, routes, texts } from './searched-rows.ts';

/** A value as somebody may write it: whole, a part of it, with other letters, with patterns, or something that is nowhere. */
const written = (values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...values, ...hostile), fc.nat(9), fc.nat(40), fc.integer({ min: 1, max: 12 }))
    .map(([value, form, from, length]) => {
      const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
      const part = [...value].slice(from % Math.max(1, value.length - 2)).slice(0, length);
      const plain = value.replace(/[\s()"\\:[\]*?!-]/g, '?') || '*';
      if (form < 3) return quoted(value || 'x');
      if (form < 5) return quoted(part.join('') || 'x');
      if (form < 6) return quoted(value.toUpperCase() || 'X');
      if (form < 7) return quoted(value.toLowerCase() || 'x');
      if (form < 8) return `${[...plain].slice(0, 3).join('')}*`;
      if (form < 9) return `*${[...plain].slice(-3).join('')}`;
      return '*';
    });
const hostile = ["'; DROP TABLE records --", '%', '_', '{project:String}', '\\', '\u0000', '💥', 'a'.repeat(400), '*'];

const numbers = (most: number, units: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(most), fc.nat(most), fc.constantFrom(...units), fc.nat(8)).map(([one, other, unit, form]) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const scaled = (ms: number): string =>
      unit === 's' ? `${ms / 1_000}s` : unit === 'm' ? `${ms / 60_000}m` : `${ms}${unit}`;
    const forms = [
      ...[`>${scaled(one)}`, `>=${scaled(one)}`, `<${scaled(one)}`, `<=${scaled(one)}`, scaled(one)],
      ...[`${scaled(low)}..${scaled(high)}`, `[${scaled(low)} TO ${scaled(high)}]`, `${scaled(low)}..`, '*'],
    ];
    return forms[form] ?? '*';
  });

const ofTexts = (keys: readonly string[], values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom('', '@'), written(values))
    .map((parts) => parts[1] + parts[0] + parts[2]);
const ofNumbers = (keys: readonly string[], most: number, units: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...keys), numbers(most, units)).map((parts) => parts.join(''));

const anyEvent = fc.oneof(
  ofTexts(['action:', 'action.name:', 'console:', 'form:', 'refused:', 'event:'], names),
  ofTexts(['route:', 'view.url_path:', 'title:'], [...routes, 'Orders', 'Parts']),
  ofTexts(
    ['call:', 'resource.url_path:', 'host:', 'method:'],
    ['GET /api/orders', 'POST', 'https://pay.example', '/parts'],
  ),
  ofTexts(['code:', 'control:'], [...codes, 'button']),
  fc.constantFrom('level:warn', 'console.level:ERROR', 'level:*'),
  ofTexts(['trait.plan:', 'usr.plan:'], plans),
  ofTexts(['error:', 'error.message:'], ['TypeError: x is undefined', 'undefined']),
  ofNumbers(['status:', 'resource.status_code:'], 600, ['']),
  ofNumbers(['took:', 'longtask:', 'lcp:'], 5_000, ['', 'ms', 's', 'm']),
  fc.constantFrom('frustration:rage', 'frustration:DEAD', 'frustration:*', '@action.frustration.type:rage'),
);
const anySession = fc.oneof(
  ofTexts(['role:', 'usr.role:'], roles),
  ofTexts(['visitor:', 'usr.id:'], ['ann', 'Bo Σ']),
  ofTexts(['browser:', 'os:', 'device:', 'release:', 'version:'], ['Firefox', 'Windows', 'mobile', '1.0.0', '1.10.2']),
  ofTexts(['language:', 'locale:'], ['de-CH', 'en']),
  ofTexts(['referrer:', '@view.referrer:'], ['search.example', 'shop.example']),
  ofTexts(['timezone:'], ['Europe/Zurich']),
  ofTexts(['entry:', 'exit:'], routes),
  ofTexts(['screen:', 'text:'], texts),
  ofTexts(['session:'], ['session-07', 'session-1']),
  ofNumbers(['views:', 'actions:', 'calls:', 'failed:', 'errors:', 'frustrations:', 'tabs:', 'pages:'], 4, ['']),
  ofNumbers(['duration:', 'session.time_spent:'], 5_000, ['', 'ms', 's']),
  fc.constantFrom('has:errors', 'is:frustrations', 'has:replay', 'has:*'),
  fc
    .constantFrom(...names, ...texts, ...hostile.filter((text) => text !== '\\'))
    .map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`),
);

const fixedEvent = fc.constantFrom(
  'route:/orders',
  'route:/orders/{orderId}',
  'route:/par*',
  'action:submit',
  'action:"Submit order"',
  'action:*',
  'action:sub*order',
  'call:"POST /api/orders"',
  'call:/api/orders/{id}',
  'status:5xx',
  'status:404',
  'status:>=404',
  'status:200..404',
  'took:>1.5s',
  'took:<200ms',
  'code:LIMIT',
  'code:limit',
  'code:*',
  'code:?MPTY',
  'error:undefined',
  'error:*',
  'lcp:>2.5s',
  'lcp:*',
  '(code:LIMIT OR status:500)',
  '(action:submit -action:order)',
);
const fixedSession = fc.constantFrom(
  'role:admin',
  'role:(admin OR member)',
  'role:*',
  'browser:fire*',
  'errors:>0',
  'errors:[1 TO 2]',
  'duration:>2s',
  'has:failed-calls',
  'submit',
  'typeerror',
  'received',
  '"100% of 7_50"',
  'größe',
  '確認',
  'screen:"payment FAILED"',
  'screen:GRÖSSE',
  'screen:GRÖßE',
  'screen:注文',
  'screen:%',
  'screen:7_5',
  'screen:pay*100',
  'screen:(received OR ann)',
  'screen:*',
);
const eventTerm = fc.oneof(fixedEvent, anyEvent);
const sessionTerm = fc.oneof(fixedSession, anySession);
const step = fc.tuple(eventTerm, fc.boolean()).map(([term, not]) => (not ? `NOT ${term}` : term));
const within = fc.constantFrom('', ' within 1s', ' within 2500ms');
const often = fc.constantFrom('status:*', 'action:*', 'route:*', 'lcp:*', 'call:orders', 'call:GET', 'status:>=404');
/** What happens often is asked for often, and for the same again. */
const again = fc.tuple(often, fc.option(often), fc.boolean(), within).map(([first, other, not, within]) => {
  const last = `${not ? 'NOT ' : ''}${first}`;
  return `${other === null ? first : `${first} then ${other}`} then ${last}${within}`;
});
const oftenTwo = fc
  .tuple(often, often, fc.boolean(), within)
  .map(([first, last, not, within]) => `${first} then ${not ? 'NOT ' : ''}${last}${within}`);
export const sequence = fc.oneof(
  fc
    .tuple(eventTerm, fc.option(eventTerm), step, within)
    .map(
      ([first, middle, last, within]) => `${first} then ${middle === null ? '' : `${middle} then `}${last}${within}`,
    ),
  again,
  oftenTwo,
);
export const { search } = fc.letrec<{ search: string }>((tie) => ({
  search: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    eventTerm,
    sessionTerm,
    sequence,
    fc.tuple(tie('search'), fc.constantFrom(' ', ' AND ', ' OR '), tie('search')).map((parts) => `(${parts.join('')})`),
    tie('search').map((one) => `-(${one})`),
  ),
}));
