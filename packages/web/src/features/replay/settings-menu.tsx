import { Menu } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { IconButton } from '../../ui/index.ts';
import { type ShownParts, usePlayerPreferences } from './preferences.ts';

const switches: [part: keyof ShownParts, name: string][] = [
  ['frame', 'Frame of the device'],
  ['trail', 'Trail of the pointer'],
  ['autoplay', 'Go on with the next session'],
];

/** How one likes to watch; kept in this browser. */
export function SettingsMenu() {
  const { shown, keepShown } = usePlayerPreferences();
  return (
    <Menu position="top-end" closeOnItemClick={false}>
      <Menu.Target>
        <IconButton label="How to watch">
          <IconAdjustments size="1.15rem" stroke={1.6} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {switches.map(([part, name]) => (
          <Menu.CheckboxItem key={part} checked={shown[part]} onChange={(on) => keepShown({ [part]: on })}>
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
