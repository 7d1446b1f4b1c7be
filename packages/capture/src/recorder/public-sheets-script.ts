import { readPublicSheet } from './public-sheets.ts';
import type { RecordingParts } from './recorder.ts';
import { wholeText } from './whole-text.ts';

/** Entry of `/sdk-sheets.js`, which only browsers load that know what it is written in (`import` with a type): see `wanted.ts`. */
(window as { sightglassPart?: RecordingParts['sheets'] }).sightglassPart = (sheet) =>
  sheet.href ? readPublicSheet(sheet) : wholeText(sheet);
