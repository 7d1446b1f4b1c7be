import type { StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';

/** What the code goes by where nobody sets a flag. */
export function flagDefault({ default: otherwise }: Pick<StatementOf<'flag'>, 'default'>): string {
  if (otherwise === null) return 'not shown';
  return otherwise === true ? 'on' : otherwise === false ? 'off' : `${otherwise}`;
}

/** `on in 12, off in 3` */
export function flagSeen({ seen }: Pick<StatementOf<'flag'>, 'seen'>): string {
  const parts = [
    { how: 'on', times: seen.on },
    { how: 'off', times: seen.off },
    { how: 'a variant', times: seen.variant },
  ].filter(({ times }) => times > 0);
  return parts.length === 0 ? 'not seen' : parts.map(({ how, times }) => `${how} in ${writeCount(times)}`).join(', ');
}
