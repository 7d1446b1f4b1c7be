import type { Attributes, Options, Sightglass, User } from './options.ts';
import { version } from './options.ts';
import { type Load, type Run, startRun } from './run.ts';
import { createGuard } from './scene/guard.ts';

/** @param load - Brings the parts that a page does not load first. */
export function startSightglass(options: Options, load: Load): Sightglass {
  const guard = createGuard();
  let run: Run | undefined;
  // What the page says before it may be recorded is kept in memory until then.
  let user: User | null | undefined;
  let context: Attributes | undefined;

  function begin(): void {
    const refused = options.respectGpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    if (run || refused) return;
    run = startRun(options, load, guard);
    if (context) run.setContext(context);
    if (user !== undefined) run.setUser(user);
  }

  function end(forget: boolean): void {
    run?.stop(forget);
    run = undefined;
  }

  if (options.consent !== 'required') guard.run(begin);

  return {
    setUser: guard.wrap((next: User | null) => {
      user = next;
      run?.setUser(next);
    }),
    setContext: guard.wrap((attributes: Attributes) => {
      context = attributes;
      run?.setContext(attributes);
    }),
    state: guard.wrap((subject: string, to: string) => run?.state(subject, to)),
    event: guard.wrap((name: string, attributes?: Attributes) => run?.event(name, attributes)),
    error: guard.wrap((error: unknown) => run?.error(error)),
    consent: guard.wrap((given: boolean) => (given ? begin() : end(true))),
    stop: guard.wrap(() => end(false)),
    version,
    faults: guard.faults,
  };
}
