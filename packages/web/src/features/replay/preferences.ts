import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export interface ShownParts {
  /** The frame of a browser window or a phone around the page. */
  frame: boolean;
  trail: boolean;
  /** Goes on with the next session when this one has ended. */
  autoplay: boolean;
}

interface PlayerPreferences {
  speed: number;
  skipIdle: boolean;
  shown: ShownParts;
  /** How wide the panels are; `null`: as the window has it. */
  panelsRem: number | null;
  keepSpeed(speed: number): void;
  keepSkipIdle(skipIdle: boolean): void;
  keepPanelsRem(panelsRem: number | null): void;
  keepShown(change: Partial<ShownParts>): void;
}

/** How this browser likes to watch. */
export const usePlayerPreferences = create<PlayerPreferences>()(
  persist(
    (set) => ({
      speed: 1,
      skipIdle: true,
      shown: { frame: true, trail: true, autoplay: false },
      panelsRem: null,
      keepPanelsRem: (panelsRem) => set({ panelsRem }),
      keepSpeed: (speed) => set({ speed }),
      keepSkipIdle: (skipIdle) => set({ skipIdle }),
      keepShown: (change) => set(({ shown }) => ({ shown: { ...shown, ...change } })),
    }),
    { name: 'sightglass-player', version: 1 },
  ),
);
