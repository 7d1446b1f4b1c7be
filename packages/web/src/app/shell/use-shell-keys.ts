import { spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useColorScheme, usePreferences } from '../../theme/index.ts';
import { useShortcuts } from '../../ui/index.ts';
import { screens } from './rail.tsx';

/** Keys that work on every screen. */
export function useShellKeys(project: string, onHelp: () => void): void {
  const navigate = useNavigate();
  const scheme = useColorScheme();
  const setTheme = usePreferences((kept) => kept.setTheme);
  useShortcuts('Everywhere', [
    { keys: 'mod+k', says: 'Search and jump', run: () => spotlight.toggle() },
    { keys: '?', says: 'Show all keys', run: onHelp },
    { keys: '/', says: 'Go to the search field of this screen', run: focusSearch },
    { keys: 't', says: 'Change between light and dark', run: () => setTheme(scheme === 'dark' ? 'light' : 'dark') },
    ...screens.map(({ name, key, link }) => ({
      keys: `g ${key}`,
      says: `Go to ${name}`,
      run: () => void navigate(link(project)),
    })),
  ]);
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}
