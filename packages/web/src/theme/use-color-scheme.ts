import { useMediaQuery } from '@mantine/hooks';
import { usePreferences } from './preferences.ts';

/** The theme that is on: what this browser chose, else what the system prefers. Canvas charts draw again when it changes. */
export function useColorScheme(): 'light' | 'dark' {
  const theme = usePreferences((kept) => kept.theme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', matchMedia('(prefers-color-scheme: dark)').matches, {
    getInitialValueInEffect: false,
  });
  if (theme !== 'auto') return theme;
  return systemDark ? 'dark' : 'light';
}
