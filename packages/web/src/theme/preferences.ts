import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type ThemeChoice = 'auto' | 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

interface Preferences {
  theme: ThemeChoice;
  density: Density;
  /** Where `/` leads: the project that was last looked at in this browser. */
  lastProject: string;
  setTheme(theme: ThemeChoice): void;
  setDensity(density: Density): void;
  setLastProject(lastProject: string): void;
}

/** What this browser prefers; nothing of the server's. public/color-scheme.js reads the same entry before the first paint. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'auto',
      density: 'comfortable',
      lastProject: '',
      setTheme: (theme) => set({ theme }),
      setDensity: (density) => set({ density }),
      setLastProject: (lastProject) => set({ lastProject }),
    }),
    { name: 'sightglass-preferences', version: 1 },
  ),
);
