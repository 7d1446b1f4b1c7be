import type { SearchKey } from './keys.ts';

/** What a value must be. Numbers are in the key's unit: durations in milliseconds. */
export type Test =
  | { type: 'exists' }
  /** The whole text, or what it contains where the key says so; whatever its case. */
  | { type: 'is'; text: string }
  /** The whole text against a pattern: `*` any characters, `?` one. */
  | { type: 'like'; pattern: string }
  | { type: 'between'; from: number; to: number; fromIncluded: boolean; toIncluded: boolean };

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
const scales: Record<string, number> = { '': 1, k: 1_000, M: 1_000_000 };

/** `30s` → 30000. @returns undefined for what is no time, or longer than any number of milliseconds that can be told exactly */
export function readSpan(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/.exec(text) ?? [];
  return digits === undefined ? undefined : exact(Number(digits) * (units[unit] ?? 1));
}

const exact = (value: number): number | undefined => (Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined);

/** @returns what the value asks for, or what is wrong with it */
export function readTest(written: string, key: SearchKey, quoted: boolean): Test | { message: string } {
  if (!quoted && written === '*') return { type: 'exists' };
  if (key.kind === 'choice') {
    const choice = key.choices?.find((one) => one === written.toLowerCase());
    return choice === undefined
      ? { message: `“${key.name}” is one of ${key.choices?.join(', ') ?? ''}` }
      : { type: 'is', text: choice };
  }
  if (key.kind === 'number' || key.kind === 'duration') return readNumbers(written, key);
  if (!quoted && /(?<!\\)[*?]/.test(written)) return { type: 'like', pattern: written };
  if (written === '') return { message: `“${key.name}:” needs a value` };
  return { type: 'is', text: written };
}

function readNumbers(written: string, key: SearchKey): Test | { message: string } {
  const read = (text: string): number | undefined => {
    if (key.kind === 'duration') {
      const span = readSpan(text);
      if (span !== undefined) return span;
    }
    const [, digits, scale = ''] = /^(-?\d+(?:\.\d+)?)([kM]?)$/.exec(text) ?? [];
    return digits === undefined ? undefined : exact(Number(digits) * (scales[scale] ?? 1));
  };
  const wrong = {
    message: key.kind === 'duration' ? 'A time, such as >2s, 100ms..2s or <5m' : 'A number, such as 5, >10 or 400..499',
  };
  const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, fromIncluded: true, toIncluded: true };
  const compared = /^(>=|<=|>|<)(.+)$/.exec(written);
  if (compared) {
    const [, sign = '', text = ''] = compared;
    const value = read(text);
    if (value === undefined) return wrong;
    const included = sign.endsWith('=');
    return sign.startsWith('>')
      ? { type: 'between', ...all, from: value, fromIncluded: included }
      : { type: 'between', ...all, to: value, toIncluded: included };
  }
  // HTTP's own way to say a class: 5xx.
  const statusClass = /^([1-5])xx$/i.exec(written)?.[1];
  if (statusClass !== undefined && key.name === 'status')
    return { type: 'between', ...all, from: Number(statusClass) * 100, to: Number(statusClass) * 100 + 99 };
  const range = /^\[\s*(\S+)\s+TO\s+(\S+)\s*\]$/i.exec(written) ?? /^(.*?)\.\.(.*)$/.exec(written);
  if (range) {
    const [, low = '', high = ''] = range;
    const from = low === '' || low === '*' ? all.from : read(low);
    const to = high === '' || high === '*' ? all.to : read(high);
    if (from === undefined || to === undefined || (low === '' && high === '')) return wrong;
    return from > to ? { message: 'The smaller of the two stands first' } : { type: 'between', ...all, from, to };
  }
  const value = read(written);
  return value === undefined ? wrong : { type: 'between', ...all, from: value, to: value };
}
