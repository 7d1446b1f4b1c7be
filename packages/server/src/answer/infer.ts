import { setImmediate as others } from 'node:timers/promises';
import type { AboutSpecification, Steps } from '@sightglass/specify';
import type { Fact, Specification } from '@sightglass/wire';
import { besideCode, type CodeBeside } from './code-beside.ts';

interface Inferred {
  about: string;
  code: object | undefined;
  specification: Promise<Specification>;
}

export type Inference = (
  facts: readonly Fact[],
  told: AboutSpecification,
  beside: CodeBeside,
) => Promise<Specification>;

/**
 * Infers specifications, and keeps what came of facts for as long as somebody keeps those: a screen that asks again, and a file of what it
 * shows, are answered with what is there. One for each, since the same facts are mostly asked about in one way. Between the points others
 * are answered: an acknowledgement waits for no specification.
 */
export function createInference(): Inference {
  const inferred = new WeakMap<readonly Fact[], Inferred>();
  return async (facts, told, beside) => {
    // Reading goes on, and what was refused is short.
    if (beside !== undefined && beside.state !== 'read') return stepByStep(besideCode(facts, told, beside));
    const about = aboutWhat(told, beside);
    const code = beside?.inspection;
    const known = inferred.get(facts);
    const isSame = known?.about === about && known.code === code;
    const specification = isSame ? known.specification : stepByStep(besideCode(facts, told, beside));
    inferred.set(facts, { about, code, specification });
    // Where the span ends is told and nothing is inferred from it: mostly that is now.
    return { ...(await specification), span: told.span };
  };
}

async function stepByStep<Found>(steps: Steps<Found>): Promise<Found> {
  let step = steps.next();
  while (!step.done) {
    await others();
    step = steps.next();
  }
  return step.value;
}

function aboutWhat({ span: _, ...about }: AboutSpecification, beside: CodeBeside): string {
  return JSON.stringify([about, beside?.release]);
}
