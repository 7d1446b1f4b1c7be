import type { AboutSpecification } from '@sightglass/specify';
import type { Fact, Specification } from '@sightglass/wire';
import { besideCode, type CodeBeside } from './code-beside.ts';

interface Inferred {
  about: string;
  code: object | undefined;
  specification: Specification;
}

/**
 * Infers specifications, and keeps what came of facts for as long as somebody keeps those: a screen that asks again, and a file of what it
 * shows, are answered with what is there. One for each, since the same facts are mostly asked about in one way.
 */
export function createInference(): typeof besideCode {
  const inferred = new WeakMap<readonly Fact[], Inferred>();
  return (facts, told, beside) => {
    // Reading goes on, and what was refused is short.
    if (beside !== undefined && beside.state !== 'read') return besideCode(facts, told, beside);
    const about = aboutWhat(told, beside);
    const code = beside?.inspection;
    const known = inferred.get(facts);
    // Where the span ends is told and nothing is inferred from it: mostly that is now.
    if (known?.about === about && known.code === code) return { ...known.specification, span: told.span };
    const specification = besideCode(facts, told, beside);
    inferred.set(facts, { about, code, specification });
    return specification;
  };
}

function aboutWhat({ span: _, ...about }: AboutSpecification, beside: CodeBeside): string {
  return JSON.stringify([about, beside?.release]);
}
