import { lastName } from '../send/last.ts';
import { policyName } from './policy.ts';
import { sessionName } from './session.ts';
import type { Storage } from './storage.ts';
import { keptName, seenName, tabName } from './tab.ts';

/** Deletes what this browser holds of its visits to this project, sent or not. */
export function eraseStored(local: Storage, tab: Storage, key: string): void {
  for (const name of [sessionName, lastName(key), policyName(key), keptName, tabName]) local.remove(name);
  tab.remove(tabName);
  tab.remove(seenName);
  indexedDB.deleteDatabase('sightglass');
}
