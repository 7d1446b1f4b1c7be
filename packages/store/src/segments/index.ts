export { createFileSegments } from './files.ts';
export { DamagedSegment, type Place, type Segments, type Sheets, type Stored } from './segments.ts';
export { isSheetHash, sheetHash } from './sheets.ts';
export { namedTexts } from './stored-texts.ts';
