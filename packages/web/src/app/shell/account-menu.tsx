import { Menu } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUser, IconUserCog } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery, toSettings, useWhere } from '../../client/index.ts';
import { IconButton } from '../../ui/index.ts';
import { useSignOut } from './use-sign-out.ts';

/** Who is signed in, and the way out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { data } = useSuspenseQuery(meQuery);
  const signOut = useSignOut();
  const { project } = useWhere();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label="Account">
          <IconUser size="1.125rem" stroke={1.6} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{data.member?.email ?? 'A token'}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCog size="1rem" aria-hidden />}
          onClick={() => void navigate(toSettings(project, 'account'))}
        >
          Account and password
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size="1rem" aria-hidden />} onClick={onHelp}>
          Keyboard
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size="1rem" aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Sightglass {data.version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
