import type { CreateRecorder } from './recorder.ts';
import { createRrwebRecorder } from './rrweb.ts';

/** Entry of `/sdk-recorder.js`: leaves the recorder where `/sdk.js`, which has asked for it, takes it away. */
(window as { sightglassPart?: CreateRecorder }).sightglassPart = createRrwebRecorder;
