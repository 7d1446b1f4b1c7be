import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCatalog } from '@sightglass/store';
import { BadWish, type Wishes } from '../start/environment.ts';
import { originOf } from '../start/origin.ts';

/**
 * Makes a one-time link for an owner whose password is lost: whoever can write the data folder may do that. The server may go on
 * running meanwhile; it looks each link up when it is opened.
 *
 * @returns lines for the operator.
 * @throws {BadWish} where there is no owner to make a link for.
 */
export async function resetOwner(
  { data, host, port, basePath }: Wishes,
  now: () => number = Date.now,
): Promise<string> {
  const file = join(data, 'catalog.sqlite');
  if (!existsSync(file))
    throw new BadWish(`There is nothing in ${data} yet. Start Sightglass; it prints a set-up link.`);
  const catalog = await createCatalog(file, now);
  try {
    const owner = await catalog.members.findOwner();
    if (owner === undefined) throw new BadWish('There is no owner yet. Start Sightglass; it prints a set-up link.');
    const by = { kind: 'server', id: 'server', name: 'this machine' } as const;
    await catalog.audit.write({ project: null, by, did: 'reset-made', about: owner.id });
    const { secret } = await catalog.resets.create(owner.id);
    return [
      `A new password for ${owner.email}, once, within 24 hours:\n`,
      `  ${originOf(host, port)}${basePath}/reset#${secret}\n`,
      'Sightglass must be running to open it. If you reach it at another address, put that in front of /reset.',
    ].join('\n');
  } finally {
    await catalog.stop();
  }
}
