import type { BadEnvelope } from '../decoded.ts';

/** zod's issues, each with a dotted path and words that never repeat a value. */
interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
}

const maxIssues = 10;
/** Numbers in a tab are kept in 32 bits; a tab that counts past them is none. */
export const maxNumber = 2 ** 32 - 2_001;

export function badEnvelope(issues: readonly Issue[]): BadEnvelope {
  return {
    code: 'bad_envelope',
    issues: issues.slice(0, maxIssues).map((issue) => ({ path: dotted(issue.path), message: issue.message })),
  };
}

export function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, 256);
}
