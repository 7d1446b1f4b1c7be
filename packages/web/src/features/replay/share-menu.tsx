import { Menu } from '@mantine/core';
import { exportSession, type SessionFormat } from '@sightglass/wire';
import { IconBug, IconCopy, IconDownload, IconShare2 } from '@tabler/icons-react';
import { addressOf, useWhere } from '../../client/index.ts';
import { IconButton } from '../../ui/index.ts';
import { usePlayer } from './player.tsx';
import type { Doings } from './use-doings.ts';

const files: [format: SessionFormat, name: string, note: string][] = [
  ['html', 'Page that plays offline', 'One HTML file; it calls nobody'],
  ['rrweb', 'rrweb events', 'JSON, for any rrweb tool'],
  ['playwright', 'Playwright test', 'What the person did, by role and name'],
];

/** A link to what is seen, and the session, or its chosen part, as a file. */
export function ShareMenu({ session, doings }: { session: string; doings: Doings }) {
  const { project } = useWhere();
  const { chosen } = usePlayer();
  const part = chosen.clip ? { from: Math.round(chosen.clip.from), until: Math.round(chosen.clip.until) } : {};
  return (
    <Menu position="top-end">
      <Menu.Target>
        <IconButton label="Share and save">
          <IconShare2 size="1.15rem" stroke={1.6} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size="1rem" aria-hidden />} onClick={doings.copyLink}>
          Copy a link to this moment{chosen.clip && ' and part'}
        </Menu.Item>
        <Menu.Item leftSection={<IconBug size="1rem" aria-hidden />} onClick={doings.report}>
          Write a bug report of {chosen.clip ? 'this part' : 'this moment'}
        </Menu.Item>
        <Menu.Label>Save {chosen.clip ? 'the chosen part' : 'the session'} as</Menu.Label>
        {files.map(([format, name, note]) => (
          <Menu.Item
            key={format}
            component="a"
            download
            href={addressOf(exportSession.path, { project, session }, { format, ...part })}
            leftSection={<IconDownload size="1rem" aria-hidden />}
            title={note}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
