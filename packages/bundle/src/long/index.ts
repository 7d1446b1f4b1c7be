import type { Budget } from '../evaluate/evaluator.ts';
import type { CodeFacts } from '../extract/fact.ts';
import { factsOf } from '../extract/index.ts';
import { toldSources } from '../extract/sources.ts';
import { type BundleProblem, isDocument, type ReadFile } from '../face.ts';
import { maxCloseLength, maxRoundLength, mostSteps } from '../limits.ts';
import { lengthOf } from '../own/lengths.ts';
import { parseScript } from '../parse.ts';
import { lightFacts } from './light.ts';
import { roundsOf } from './rounds.ts';
import { together } from './together.ts';
import { trimmed } from './trimmed.ts';

/** What a release shows, and what of it was not looked at. */
export interface CloselyRead {
  facts: CodeFacts;
  problems: BundleProblem[];
}

/**
 * Looks for facts in all of a release: in one of usual length at once; in a long one, whose trees were let go, round after round, so
 * that what is held at a time is bounded. What is too much even then is told.
 *
 * @param onShare - Hears how much is done, 0 to 1.
 */
export function readClosely(files: readonly ReadFile[], onShare: (share: number) => void = () => {}): CloselyRead {
  const budget: Budget = { steps: mostSteps };
  if (files.every(({ takes }) => takes === undefined)) {
    const facts = factsOf(files, budget);
    return { facts, problems: [...toldSources(files), ...(budget.steps < 0 ? [outOfSteps(files)] : [])] };
  }
  const documents = files.filter(({ file }) => isDocument(file.path));
  const scripts = files.filter(({ takes }) => takes !== undefined);
  const { rounds, inPart, left } = roundsOf(scripts, maxRoundLength, maxCloseLength);
  const parts = new Set(inPart);
  const problems = [...toldInPart(inPart), ...toldLeft(left), ...toldSources(scripts)];
  const facts = rounds.map(({ read, beside }, at) => {
    onShare(at / rounds.length);
    // What earlier rounds left of theirs is for the later ones.
    const own: Budget = { steps: Math.ceil(budget.steps / (rounds.length - at)) };
    const before = own.steps;
    const found = lightFacts(
      factsOf([...[...read, ...beside].map((file) => parsed(file, parts.has(file))), ...documents], own),
    );
    budget.steps -= before - Math.max(0, own.steps);
    if (own.steps < 0) problems.push(outOfSteps(read));
    return found;
  });
  onShare(1);
  return { facts: together(facts), problems };
}

/** With a tree again, without the insides of what nobody looks into. */
function parsed(file: ReadFile, isInPart: boolean): ReadFile {
  const { path, text } = file.file;
  const { program } = parseScript(path, text);
  return {
    ...file,
    ast: trimmed(program, file.regions, (kind) => kind === 'product' || (kind === 'unknown' && !isInPart)),
  };
}

function toldInPart(files: readonly ReadFile[]): BundleProblem[] {
  return files.map((file) => ({
    code: 'in_part',
    file: file.file.path,
    message: `${lengthOf(file, 'unknown')} characters of unknown owner are too many to be read at once: of this script only what is known to be the product's, ${lengthOf(file, 'product')} characters, was read for statements.`,
  }));
}

const mostNamed = 20;

function toldLeft(files: readonly ReadFile[]): BundleProblem[] {
  const own = files.filter((file) => lengthOf(file, 'product') > 0);
  const others = files.filter((file) => lengthOf(file, 'product') === 0);
  return [
    ...own.map(
      (file): BundleProblem => ({
        code: 'left_out',
        file: file.file.path,
        message: `More than ${maxCloseLength} characters of the release are nobody's library, or more than ${maxRoundLength} of this script: it was not read for statements, though it has ${lengthOf(file, 'product')} characters of the product's.`,
      }),
    ),
    ...(others.length === 0
      ? []
      : [
          {
            code: 'left_out' as const,
            file: others.length === 1 ? (others[0]?.file.path ?? '') : `${others.length} scripts`,
            message: `Too long to be read for statements, and none shows code of the product: ${named(others)}.`,
          },
        ]),
  ];
}

function outOfSteps(files: readonly ReadFile[]): BundleProblem {
  return {
    code: 'in_part',
    file: files.length === 1 ? (files[0]?.file.path ?? '') : `${files.length} scripts`,
    message: `Looking up what their expressions are worth took more than its share of ${mostSteps} steps: what came after is missing. They are ${named(files)}.`,
  };
}

const named = (files: readonly ReadFile[]): string =>
  files
    .slice(0, mostNamed)
    .map(({ file }) => file.path)
    .join(', ') + (files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '');
