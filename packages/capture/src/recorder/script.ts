import { createRecorder } from './record.ts';
import type { CreateRecorder } from './recorder.ts';

/** Entry of `/sdk-recorder.js`: leaves the recorder where `/sdk.js`, which has asked for it, takes it away. */
(window as { sightglassPart?: CreateRecorder }).sightglassPart = createRecorder;
