import { type Fact, limits } from '@sightglass/wire';
import type { FactBook } from '../book.ts';
import { readCallKey } from '../observe/call-key.ts';
import { labelled, type OwnCall, type OwnCalls } from '../own-calls.ts';

/** Error codes that came with a status of a call, and moments at which it is seen. */
export type Answers = (call: OwnCall, status: number) => { codes: string[]; moments: Fact['sample'] };

export function answersOf(book: FactBook, own: OwnCalls): Answers {
  const errors = errorsByAnswer(book, own);
  const answered = Map.groupBy([...book.of('responseField'), ...book.of('answer')], ({ kind, key }) => {
    const { rest } = readCallKey(key);
    const status = kind === 'answer' ? rest : rest.endsWith(' $') ? rest.slice(0, -2) : undefined;
    return status === undefined ? undefined : `${own.idOf(key)} ${status}`;
  });
  return (call, status) => {
    const raised = errors.get(`${call.id} ${status}`) ?? [];
    const seen = answered.get(`${call.id} ${status}`) ?? [];
    const noted = call.fact.sample.filter(({ note }) => note.startsWith(`${status} `));
    const moments = new Map([...seen.flatMap(({ sample }) => sample), ...noted].map((one) => [one.session, one]));
    return { codes: raised.flatMap(codeOf).sort(), moments: [...moments.values()].slice(0, limits.maxEvidence) };
  };
}

function errorsByAnswer(book: FactBook, own: OwnCalls): Map<string, Fact[]> {
  const byAnswer = new Map<string, Fact[]>();
  for (const fact of book.of('error')) {
    const [origin, status] = fact.key.split(' ');
    if (origin !== 'answer') continue;
    const calls = new Set(labelled(fact.counts, 'call:').map(({ value }) => own.idOf(value)));
    for (const id of calls) {
      if (id === undefined) continue;
      const known = byAnswer.get(`${id} ${status}`);
      if (known) known.push(fact);
      else byAnswer.set(`${id} ${status}`, [fact]);
    }
  }
  return byAnswer;
}

/** As `observe/errors.ts` wrote it: what begins with a quote is a message. */
function codeOf({ key }: Fact): string[] {
  const code = key.split(' ').slice(3).join(' ');
  return code === '' || code.startsWith('"') ? [] : [code];
}
