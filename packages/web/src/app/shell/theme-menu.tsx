import { Menu } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { type ThemeChoice, useColorScheme, usePreferences } from '../../theme/index.ts';
import { Choice, IconButton } from '../../ui/index.ts';

const themes: readonly { theme: ThemeChoice; name: string }[] = [
  { theme: 'auto', name: 'As the system' },
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
];

/** Light or dark, and how close rows stand: preferences of this browser. */
export function ThemeMenu() {
  const { theme, setTheme, density, setDensity } = usePreferences();
  const Icon = useColorScheme() === 'dark' ? IconMoon : IconSun;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label="Appearance">
          <Icon size="1.125rem" stroke={1.6} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {themes.map(({ theme: one, name }) => (
          <Choice key={one} chosen={one === theme} onChoose={() => setTheme(one)}>
            {name}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Label>Rows</Menu.Label>
        <Choice chosen={density === 'comfortable'} onChoose={() => setDensity('comfortable')}>
          Comfortable
        </Choice>
        <Choice chosen={density === 'compact'} onChoose={() => setDensity('compact')}>
          Compact
        </Choice>
      </Menu.Dropdown>
    </Menu>
  );
}
