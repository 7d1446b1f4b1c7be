import type { Intake } from './intake.ts';
import { formsOf } from './secret-forms.ts';

/** Everything that left, by what it is about. Addresses are looked for in every kind of record. */
export function told(intake: Pick<Intake, 'batches' | 'segments'>): Record<string, string> {
  const all = intake.batches.flatMap(({ records }) => records);
  const text = (...kinds: string[]): string => JSON.stringify(all.filter(({ kind }) => kinds.includes(kind)));
  const addresses = /^(path|route|from|host|file|query|entryPath|referrerHost|target)$/;
  const urls: unknown[] = [];
  JSON.stringify(all, (name, value) => {
    if (addresses.test(name)) urls.push(value);
    return value;
  });
  return {
    actions: text('action'),
    calls: text('resource'),
    errors: text('error'),
    console: text('console'),
    URLs: JSON.stringify(urls),
    titles: JSON.stringify(all.flatMap((record) => (record.kind === 'view' ? record.title : []))),
    forms: text('form'),
    'all else': JSON.stringify([
      intake.batches.map(({ records, ...envelope }) => envelope),
      text('session', 'view', 'user', 'context', 'state', 'custom', 'vital', 'longtask'),
    ]),
    replay: JSON.stringify(intake.segments),
  };
}

/** Which of the secrets stand in a text, in any form. */
export function found(text: string, secrets: [place: string, secret: string][]): string[] {
  const lower = text.toLowerCase();
  return secrets.filter(([, secret]) => formsOf(secret).some((form) => lower.includes(form))).map(([place]) => place);
}
