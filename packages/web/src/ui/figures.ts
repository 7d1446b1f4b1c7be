/** How numbers are written, the same on every screen. English, as every word of the dashboard is. */

const plain = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** `9,999`, then `12.4K`. */
export const writeCount = (count: number): string =>
  Math.abs(count) < 10_000 ? plain.format(count) : short.format(count);
export const writeExactly = (count: number): string => plain.format(count);
/** `1 session`, `9,999 sessions`. @param many - Where it is not the one with an s. */
export const writeMany = (count: number, one: string, many = `${one}s`): string =>
  `${plain.format(count)} ${count === 1 ? one : many}`;

/** A share of 0 to 1 as `4.2 %`; what is not quite none never reads as none. */
export function writeShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1 %';
  if (percent < 100 && percent > 99.9) return '>99.9 %';
  return `${percent.toFixed(percent === 0 || percent >= 10 ? 0 : 1)} %`;
}

/** `840 ms`, `2.4 s`, `3:07` minutes, `1:02:07` hours. */
export function writeDuration(durationMs: number): string {
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 10_000) return `${(durationMs / 1_000).toFixed(1)} s`;
  return writeClock(durationMs);
}

/** A place in a recording: `0:07`, `3:07`, `1:02:07`. */
export function writeClock(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

export function writeBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 ** 2) return `${(bytes / 1_024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
  if (bytes < 1_024 ** 3) return `${(bytes / 1_024 ** 2).toFixed(1)} MiB`;
  return `${(bytes / 1_024 ** 3).toFixed(1)} GiB`;
}

/** Up to an hour as an age, then by the clock: `just now`, `4 min ago`, `14:03`, `yesterday 14:03`, `9 Nov 14:03`. */
export function writeAgo(at: number, now: number): string {
  const age = now - at;
  if (age < 45_000) return 'just now';
  if (age < 3_600_000) return `${Math.max(1, Math.floor(age / 60_000))} min ago`;
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return clock.format(at);
  if (days === 1) return `yesterday ${clock.format(at)}`;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return sameYear ? `${day.format(at)} ${clock.format(at)}` : dayYear.format(at);
}

/** A moment in full, in the viewer's own zone, which it names: `9 Nov 2026, 14:03:20 CET`. */
export const writeMoment = (at: number): string => `${dayYear.format(at)}, ${clockSeconds.format(at)}`;
/** By the clock of a zone, and its day: `Mon 14:03`. Nothing for a zone that this browser does not know. */
export function writeClockIn(at: number, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone }).format(
      at,
    );
  } catch {
    return '';
  }
}
/** What is read later, and elsewhere: `9 Nov 2026 14:03`. */
export const writeDated = (at: number): string => `${dayYear.format(at)} ${clock.format(at)}`;
export const writeDay = (at: number): string => day.format(at);

/** Days of the viewer's own calendar, counted. */
function dayNumber(at: number): number {
  const date = new Date(at);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** Made once somebody has a country: most installations know none. */
let countries: Intl.DisplayNames | undefined;
/** `CH` is Switzerland; what is no code of a country stays as it is. */
export function nameCountry(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return countries.of(code) ?? code;
}
