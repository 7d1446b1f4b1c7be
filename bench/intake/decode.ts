import { inflateSync } from 'node:zlib';
import { readCaptured, tools } from '../../fixtures/corpus/captured.ts';
import { type ForeignFormat, foreignFormats, type Head } from '../../packages/intake/src/index.ts';
import type { Measured } from '../measured.ts';

/** A body as it stands in the journal, with what is needed to decode it. */
interface Body {
  sent: Uint8Array;
  isPacked: boolean;
  head: Head;
  at: number;
}

const captures: [format: ForeignFormat, folder: string, visits: string[]][] = [
  [foreignFormats.datadog, 'datadog', ['shop-guest-1.0.0', 'shop-member-1.0.0', 'site-reader']],
  [foreignFormats.datadog, 'datadog6', ['shop-guest-1.0.0', 'shop-member-1.0.0']],
  [foreignFormats.sentry, 'sentry', ['shop-guest-1.0.0', 'shop-member-1.0.0', 'site-reader']],
  [foreignFormats.sentry, 'sentry10', ['shop-guest-1.0.0', 'shop-member-1.0.0']],
  [foreignFormats.rrweb, 'rrweb', ['shop-guest-1.0.0', 'shop-member-1.0.0', 'site-reader']],
];
const rounds = 61;
const warmMs = 3_000;
const goal = 0.5;

/**
 * Whole visits of real SDKs, decoded into records and segments, against the least that can be done with the same bytes: inflate what is
 * packed, and `JSON.parse` all that is JSON. In turn on one core; of each the lower quartile of the rounds, since whatever else runs on the
 * machine only ever adds to a round.
 */
export function benchDecode(): Measured[] {
  return captures.map(([format, folder, visits]) => {
    const bodies = visits.flatMap((visit) => bodiesOf(folder, visit));
    const bytes = bodies.reduce((sum, body) => sum + body.sent.length, 0);
    // As in a digest that runs for days: the engine has compiled both.
    for (const until = performance.now() + warmMs; performance.now() < until; ) {
      decodeAll(format, bodies);
      parseAll(bodies);
    }
    const seen = Array.from({ length: rounds }, () => {
      const bare = cpuMs(() => parseAll(bodies));
      return { bare, real: cpuMs(() => decodeAll(format, bodies)) };
    });
    const undisturbed = (of: (one: (typeof seen)[number]) => number): number =>
      seen.map(of).sort((one, other) => one - other)[Math.floor(rounds / 4)] ?? Number.NaN;
    const realMs = undisturbed(({ real }) => real);
    const ratio = undisturbed(({ bare }) => bare) / realMs;
    const perSecond = (bytes / 1e6 / (realMs / 1_000)).toFixed(1);
    return {
      name: `decoding ${folder}, against inflate and JSON.parse of the same bytes`,
      ratio,
      within: ratio >= goal,
      detail: `${bodies.length} bodies, ${Math.round(bytes / 1_000)} kB as sent: ${perSecond} MB/s of a core`,
    };
  });
}

function bodiesOf(folder: string, visit: string): Body[] {
  return readCaptured(folder, visit)
    .filter(({ method, body }) => method === 'POST' && body.length > 0)
    .map(({ url, headers, body, receivedAt }) => {
      const [path = '', query = ''] = url.replace(/^\/dd\/(proxy|fn)/, '/datadog').split(/\?(.*)/s);
      const { 'content-type': contentType = '', 'user-agent': userAgent = '', origin } = headers;
      const isPacked = body[0] === 0x78 && !contentType.startsWith('multipart');
      return { sent: body, isPacked, head: { path, query, contentType, userAgent, origin }, at: receivedAt };
    });
}

const unpacked = ({ sent, isPacked }: Body): Uint8Array => (isPacked ? inflateSync(sent) : sent);

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function decodeAll(format: ForeignFormat, bodies: readonly Body[]): number {
  let things = 0;
  for (const body of bodies) {
    const { head, at } = body;
    const lifted = format.decode(unpacked(body), head, { receivedAt: at, sample: false }, tools);
    if (!('reason' in lifted)) things += lifted.batches.length + lifted.segments.length;
  }
  return things;
}

const newline = 0x0a;

/** Finds the JSON by lines; where a line is none, what is packed begins in it or after it. */
function parseAll(bodies: readonly Body[]): number {
  let things = 0;
  for (const body of bodies) for (const part of partsOf(unpacked(body))) things += Object.keys(JSON.parse(part)).length;
  return things;
}

function* partsOf(bytes: Uint8Array): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const first = bytes[from];
    if (first === 0x78 && ((0x78 << 8) | (bytes[from + 1] ?? 0)) % 31 === 0) {
      yield tools.toText(tools.inflate(bytes.subarray(from), 1e9) ?? new Uint8Array());
      return;
    }
    const found = bytes.indexOf(newline, from);
    const until = found === -1 ? bytes.length : found;
    if (first === 0x7b || first === 0x5b) yield tools.toText(bytes.subarray(from, until));
    from = until + 1;
  }
}
