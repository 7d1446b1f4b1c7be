import {
  decoded,
  pathPart,
  placeholderOf,
  scrubAddresses,
  scrubLabel,
  scrubWords,
  templatePath,
} from '@sightglass/privacy';
import { over } from './observe/over.ts';
import { cssPath } from './page/css-path.ts';
import { nameOf, textOf, textOfIds, withinOf } from './page/name.ts';
import { beganAt } from './page/target.ts';
import { isHidden, markOf } from './privacy/hidden.ts';
import { placeOf } from './privacy/path.ts';
import { rememberTyped } from './privacy/remember-typed.ts';
import { isTelling } from './privacy/telling.ts';
import { newId } from './scene/id.ts';
import { parseJson, toJson } from './scene/json.ts';
import { native } from './scene/native.ts';

/**
 * What `/sdk.js` has and `/sdk-later.js` uses, and some of it `/sdk-recorder.js`: the build of these takes it from here, where it would else
 * bundle all of these files once more. Their sources import them as any other; an import that is missing here fails the build. They are told
 * apart by their places, which is shorter than by names: each keeps its place, since for some minutes a page may have files of two versions,
 * and a new one comes at the end.
 */
export const lent = [
  ...[cssPath, nameOf, textOf, textOfIds, withinOf],
  ...[isHidden, markOf, scrubAddresses, scrubLabel, scrubWords, placeOf, pathPart, templatePath, placeholderOf],
  ...[rememberTyped, isTelling, beganAt],
  ...[newId, native, toJson, parseJson, decoded, over],
];
