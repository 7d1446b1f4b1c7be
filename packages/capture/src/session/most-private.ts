import type { Policy } from '@sightglass/wire';

/**
 * What holds where nothing was ever heard. A share of sessions protects nobody; masks do. Pictures and fonts are kept only where somebody says
 * so, and each byte here is loaded by every page.
 */
export const mostPrivate: Known = {
  sessions: 100,
  replays: 100,
  mask: 'all',
  keep: 'all',
  texts: [],
};

/** Nothing said of pictures, fonts and canvases: none of them; nor that it is off. */
export type Known = Omit<Policy, Unsaid> & Partial<Pick<Policy, Unsaid>>;
type Unsaid = 'v' | 'off' | 'assets' | 'canvas';
