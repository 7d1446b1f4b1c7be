import { startLater } from './index.ts';
import type { StartLater } from './later.ts';

/** Entry of `/sdk-later.js`: leaves what it brings where `/sdk.js`, which has asked for it, takes it away. */
(window as { sightglassPart?: StartLater }).sightglassPart = startLater;
