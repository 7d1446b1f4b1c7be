export { typedAsset } from './asset-types.ts';
export { createFileSegments } from './files.ts';
export { DamagedSegment, type Place, type Segments, type Sheets, type Stored } from './segments.ts';
export { namedTexts } from './stored-texts.ts';
export { isSheetHash, sheetHash } from './text-files.ts';
