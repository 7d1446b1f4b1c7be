export { mantineTheme } from './mantine.ts';
export { type ThemeChoice, usePreferences } from './preferences.ts';
export { readColor } from './read-color.ts';
export { useColorScheme } from './use-color-scheme.ts';
