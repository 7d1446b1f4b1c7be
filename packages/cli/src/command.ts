/** What a command may touch of the world; a test hands in its own. */
export interface Terminal {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The answer itself, so that it can be piped. */
  out(text: string): void;
  /** Progress and faults, for the person. */
  say(line: string): void;
  /** A line that the next one takes the place of; absent where nobody watches. */
  progress?(line: string): void;
  fetch: typeof fetch;
}

/** One word after `sightglass`, in one file of `commands/` and one line of `commands/index.ts`. */
export interface Command {
  /** Words after `sightglass`: `inspect`, `spec diff`. */
  name: string;
  /** One line for `sightglass help`. */
  about: string;
  /** What `sightglass help NAME` says: usage and options. */
  usage: string;
  /** Answers the exit code: 0 done, 1 found what was asked to fail on, 2 cannot be done (said by `say`). */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}
