import { createKnownTexts, type KnownTexts } from '../privacy/known.ts';
import { seenName } from '../session/tab.ts';
import { observeAssets } from './assets.ts';
import { observeBeside } from './beside.ts';
import { createCalls } from './bodies.ts';
import { observeChanges } from './changes.ts';
import { createConsole } from './console.ts';
import { createErrors } from './errors.ts';
import { observeForms } from './forms.ts';
import { createFrustrations } from './frustrations.ts';
import { createKeep } from './keep.ts';
import { hearKeys } from './keys.ts';
import type { StartLater } from './later.ts';
import { observeLongTasks } from './long-tasks.ts';
import { createPacker } from './pack.ts';
import { observePageState } from './page-state.ts';
import { createRecordingPolicies, maskOf } from './policy.ts';
import { provenIn, withProven } from './proven.ts';
import { observeRefusals } from './refusals.ts';
import { startReplay } from './replay.ts';
import { observeReports } from './reports.ts';
import { createSecrets, watchSecrets } from './secrets.ts';
import { createSeen } from './seen.ts';
import { createStore } from './store.ts';
import { observeVitals } from './vitals.ts';
import { loadWanted } from './wanted.ts';

const already = Symbol.for('sightglass');
/** Where our page finds that it is watched, and a frame of it what is known to be data there. */
type Page = { [already]?: { known?: KnownTexts } };

/** Starts what was not needed first; an observer that cannot start costs only itself. */
export const startLater: StartLater = (parts) => {
  const { scene, blocked, means, session, tab, sender, options, known, policy, local } = parts;
  const { run } = scene.guard;
  const seen = createSeen(() => session.state.id, parts.tabStorage);
  let tellKey: (() => void) | undefined;
  const texts = createKnownTexts(() => tellKey?.(), seen);
  // What is typed in the page around this one a frame may show, as a preview does. That of another origin is none of ours.
  const within = frameElement; // asked once, not of every text
  const around = () => (within ? (parent as Page)[already]?.known : undefined);
  Object((window as Page)[already]).known = known;
  known.become({
    ...texts,
    isData: (word) => texts.isData(word) || !!around()?.isData(word),
    hide: (text) => texts.hide(around()?.hide(text) ?? text),
    hideTyped: (text, kind, node) => texts.hideTyped(around()?.hideTyped(text, kind, node) ?? text, kind, node),
    prove: (given, told) => withProven(told, provenIn(given, told, seen)),
  });
  const packer = createPacker(tab, scene);
  const store = createStore(options.key, local);
  Object.assign(means, packer, store);
  void store
    .take()
    .then(scene.guard.wrap((parcels) => parcels.forEach(sender.send)))
    .catch(() => undefined);

  const policies = createRecordingPolicies(policy, options);
  // Before those who may say what broke.
  const keep = createKeep(scene, session);
  const errors = createErrors(scene);
  const forms = observeForms(scene);
  const refusals = observeRefusals(scene);
  const frustrations = createFrustrations(scene);
  const secrets = createSecrets();
  const calls = createCalls(scene, secrets, seen, hearKeys(scene));
  run(() => watchSecrets(scene, secrets));
  tellKey = run(() => observeBeside(scene));
  run(() => observeReports(scene, errors, blocked));
  run(() => observeAssets(scene));
  run(() => observeLongTasks(scene));
  run(() => observePageState(scene));
  const tellVitals = run(() => observeVitals(scene));

  run(() =>
    observeChanges(scene, () => {
      run(refusals.look);
      forms.scan();
    }),
  );
  // A task of its own: of a page of many fields it takes as long as all that came before.
  scene.after(0, forms.scan);
  // Who comes back from the browser's cache, or is faster than the page before is gone, hears so of what that has left.
  scene.listen<StorageEvent>('storage', ({ key }) => key === seenName && texts.renew());
  // A form that is filled in and sent at once, as programs do that keep passwords, is gone before the next look.
  scene.listen('submit', forms.scan);
  // Once more, and so is all: a page that was written anew as it loaded has taken away who listened.
  scene.listen('submit', forms.scan);
  const loadRecorder = () => loadWanted({ ...parts, ...packer, policies, keep });
  const replay = startReplay({ ...parts, secrets, loadRecorder });

  return {
    ...calls,
    ...errors,
    ...frustrations,
    ...replay,
    logged: createConsole(scene, errors),
    get tellsText() {
      return maskOf(policy, options) !== 'all';
    },
    leave() {
      if (tellVitals) run(tellVitals);
      refusals.leave();
      replay.cut();
      texts.leave();
      seen.leave();
    },
    keep: keep.now,
    stop() {
      replay.stop();
      packer.stop();
    },
  };
};
