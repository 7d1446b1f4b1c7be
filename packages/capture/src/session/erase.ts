import { lastName } from '../send/last.ts';
import { policyName } from './policy.ts';
import { sessionName } from './session.ts';
import type { Storage } from './storage.ts';
import { keptName, seenName, tabName } from './tab.ts';

/** Deletes what this browser holds of its visits to this project, sent or not. */
export function eraseStored(local: Storage, tab: Storage, key: string): void {
  local.remove(sessionName);
  local.remove(lastName(key));
  local.remove(policyName(key));
  local.remove(keptName);
  tab.remove(tabName);
  tab.remove(seenName);
  indexedDB.deleteDatabase('sightglass');
}
