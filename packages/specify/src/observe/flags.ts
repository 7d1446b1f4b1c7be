import { nameTemplate } from '@sightglass/wire';
import type { Observer } from './collect.ts';

/** Under which names SDKs hand on what an application asked a service for flags: Datadog, PostHog, and whoever sets context by hand. */
const flagged = /^(?:feature_?flags?|feature_?toggles?|\$feature|flags?)[./](.+)$/i;
const ons = /^(?:true|on|enabled|yes|1)$/i;
const offs = /^(?:false|off|disabled|no|0|control)$/i;

/**
 * Switches that the application asked for, as its context names them: `feature_flags.new-checkout`.
 *
 * - `flag`, key its name, ids as placeholders. Labels, each at most once a session: `on`, `off`, `variant` (one of several; which one
 *   is not told).
 */
export const flags: Observer = ({ records }, put) => {
  const told = new Set<string>();
  for (const record of records) {
    if (record.kind !== 'context') continue;
    for (const [attribute, value] of Object.entries(record.attributes)) {
      const [, given] = flagged.exec(attribute) ?? [];
      if (given === undefined || value === null) continue;
      const name = nameTemplate(given);
      const label = ons.test(`${value}`) ? 'on' : offs.test(`${value}`) ? 'off' : 'variant';
      const isNew = !told.has(`${label} ${name}`);
      told.add(`${label} ${name}`);
      put('flag', name, { at: record.at, note: `${name} is ${says[label]}`, labels: isNew ? [label] : [] });
    }
  }
};

const says = { on: 'on', off: 'off', variant: 'one of several variants' } as const;
