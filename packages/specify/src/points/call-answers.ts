import { type Fact, limits } from '@sightglass/wire';
import type { FactBook } from '../book.ts';
import { readCallKey } from '../observe/call-key.ts';
import { labelled, type OwnCall, type OwnCalls } from '../own-calls.ts';

/** Error codes that came with a status of a call, and moments at which it is seen. */
export type Answers = (call: OwnCall, status: number) => { codes: string[]; moments: Fact['sample'] };

export function answersOf(book: FactBook, own: OwnCalls): Answers {
  const errors = errorsByAnswer(book, own);
  const bodies = Map.groupBy(book.of('responseField'), (fact) => {
    const { rest } = readCallKey(fact.key);
    return rest.endsWith(' $') ? `${own.idOf(fact.key)} ${rest.slice(0, -2)}` : undefined;
  });
  return (call, status) => {
    const raised = errors.get(`${call.id} ${status}`) ?? [];
    const answered = bodies.get(`${call.id} ${status}`) ?? [];
    const noted = call.fact.sample.filter(({ note }) => note.startsWith(`${status} `));
    // Errors are raised by other calls too, and say by which: those of this one come first.
    const here = ({ note }: Fact['sample'][number]) => own.idOf(note) === call.id;
    const told = raised.flatMap(({ sample }) => sample).sort((one, other) => Number(here(other)) - Number(here(one)));
    const moments = noted.length > 0 ? noted : [...answered.flatMap(({ sample }) => sample), ...told];
    return { codes: raised.flatMap(codeOf).sort(), moments: moments.slice(0, limits.maxEvidence) };
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
