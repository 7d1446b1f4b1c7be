import type { Load } from './load.ts';
import type { Attributes, Options, Sightglass, User } from './options.ts';
import { version } from './options.ts';
import { type Run, startRun } from './run.ts';
import { createGuard } from './scene/guard.ts';
import { eraseStored } from './session/erase.ts';
import { createPagePolicy, type PagePolicy } from './session/policy.ts';
import { createStorage } from './session/storage.ts';

/** @param load - Brings the parts that a page does not load first. */
export function startSightglass(options: Options, load: Load): Sightglass {
  const guard = createGuard();
  const local = createStorage(() => localStorage);
  const tabStorage = createStorage(() => sessionStorage);
  let run: Run | undefined;
  /** Also of a page that is still prepared: what is taken back meanwhile does not begin with it. */
  let wanted: boolean | undefined = options.consent !== 'required';
  /** Set from where this page may be recorded. */
  let policy: PagePolicy | undefined;
  // What the page says before it may be recorded is kept in memory until then.
  let user: User | null | undefined;
  let context: Attributes | undefined;

  function begin(): void {
    // Prepared in the background, and perhaps for nothing: it is no visit before somebody sees it.
    if ((document as { prerendering?: boolean }).prerendering)
      return void document.addEventListener('prerenderingchange', guard.wrap(begin));
    const refused = options.respectGpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    if (policy || refused || !wanted) return;
    const origin = new URL(options.origin, location.href).href.replace(/\/(sdk.js.*)?$/, '');
    const mine = createPagePolicy(local, origin, options.key);
    policy = mine;
    const record = guard.wrap(() => {
      if (policy !== mine || mine.known.off) return;
      run = startRun({ options: { ...options, origin }, load, guard, local, tabStorage, policy: mine });
      if (context) run.setContext(context);
      if (user !== undefined) run.setUser(user);
    });
    // Switched off when this browser last heard: nothing is recorded or stored, but it must hear when that is over.
    if (mine.known.off) void mine.ask().then(record);
    else record();
  }

  function end(): void {
    run?.stop('leave');
    run = policy = wanted = undefined;
  }

  /** Also what an earlier page stored, when this one never began. */
  function withdraw(): void {
    run?.stop('drop');
    policy?.forget();
    end();
    eraseStored(local, tabStorage, options.key);
  }

  guard.run(begin);

  return {
    setUser: guard.wrap((next: User | null) => {
      user = next;
      run?.setUser(next);
    }),
    setContext: guard.wrap((attributes: Attributes) => {
      context = attributes;
      run?.setContext(attributes);
    }),
    state: guard.wrap((...said) => run?.state(...said)),
    event: guard.wrap((...said) => run?.event(...said)),
    error: guard.wrap((...said) => run?.error(...said)),
    keep: guard.wrap(() => run?.keep()),
    consent: guard.wrap((given: boolean) => {
      wanted = given;
      (given ? begin : withdraw)();
    }),
    stop: guard.wrap(end),
    version,
    faults: guard.faults,
  };
}
