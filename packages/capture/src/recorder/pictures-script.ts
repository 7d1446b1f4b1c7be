import { takePictures } from './pictures.ts';
import type { TakePictures } from './recorder.ts';

/** Entry of `/sdk-pictures.js`, which only pages load whose owner allows pictures of canvases: see `script.ts`. */
(window as { sightglassPart?: TakePictures }).sightglassPart = takePictures;
