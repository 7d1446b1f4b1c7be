import { catalogue, type ErrorCode, type Problem, problem } from '@sightglass/wire';

/** The server said no: its problem, as documented in docs/errors.md. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(given: Problem) {
    super(given.title);
    this.problem = given;
  }
}

/** No answer came at all: the server is away, or the network is. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** An answer that is not what this version of the dashboard understands. */
export class BadAnswerError extends Error {
  override readonly name = 'BadAnswerError';
}

/** What came is no answer of any version of ours: it broke off, or something between answered in the server's place. */
export class GarbledAnswerError extends Error {
  override readonly name = 'GarbledAnswerError';
}

/** A part of the dashboard itself could not be loaded: the server is away, or was updated and has it under another name. */
export class PartMissingError extends Error {
  override readonly name = 'PartMissingError';
}

/** What a screen says of a failure: a code to search for, a sentence, and what to do next. */
export interface Failure {
  code: string;
  title: string;
  help: string;
  /** False where trying the same again cannot help. */
  again: boolean;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof ProblemError) {
    const { code, title, detail, status } = error.problem;
    const help = code in catalogue ? catalogue[code as ErrorCode].help : ''; // checked by `in`
    return { code, title, help: detail ?? help, again: status >= 500 || status === 429 || status === 408 };
  }
  if (error instanceof NoAnswerError)
    return {
      code: 'no_answer',
      title: 'The server does not answer',
      help: 'Check that Sightglass is running and that this computer is online. Nothing that was recorded is lost.',
      again: true,
    };
  if (error instanceof BadAnswerError)
    return {
      code: 'bad_answer',
      title: 'The server speaks another version',
      help: `Reload the page to get the dashboard that belongs to it. ${error.message}`,
      again: true,
    };
  if (error instanceof GarbledAnswerError)
    return {
      code: 'garbled_answer',
      title: 'The answer cannot be read',
      help: 'It broke off, or something between this page and Sightglass answered in its place. Try again, then look at the proxy.',
      again: true,
    };
  if (error instanceof PartMissingError)
    return {
      code: 'part_missing',
      title: 'This screen could not be loaded',
      help: 'Sightglass does not answer, or was updated meanwhile. Trying again loads the dashboard anew once it answers.',
      again: true,
    };
  return {
    code: 'dashboard_bug',
    title: 'This screen broke',
    help: `Reload the page; if it happens again, report this sentence: ${error instanceof Error ? error.message : String(error)}`,
    again: true,
  };
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ProblemError && error.problem.code === code;
}

/** A failed answer as an error; a proxy's page that is no problem of ours keeps its status. */
export async function failureOf(answer: Response): Promise<Error> {
  const body: unknown = await answer.json().catch(() => null); // not JSON: told by its status below
  const told = problem.safeParse(body);
  if (told.success) return new ProblemError(told.data);
  return new ProblemError({
    type: 'about:blank',
    title: `The server answered ${answer.status}`,
    status: answer.status,
    code: `http_${answer.status}`,
    detail: 'Something between this page and Sightglass answered in its place. Try again, then look at the proxy.',
  });
}
