import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface PlayerPreferences {
  speed: number;
  skipIdle: boolean;
  keepSpeed(speed: number): void;
  keepSkipIdle(skipIdle: boolean): void;
}

/** How this browser likes to watch. */
export const usePlayerPreferences = create<PlayerPreferences>()(
  persist(
    (set) => ({
      speed: 1,
      skipIdle: true,
      keepSpeed: (speed) => set({ speed }),
      keepSkipIdle: (skipIdle) => set({ skipIdle }),
    }),
    { name: 'sightglass-player', version: 1 },
  ),
);
