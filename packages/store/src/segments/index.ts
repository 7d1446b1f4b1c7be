export { createFileSegments } from './files.ts';
export { DamagedSegment, type Place, type Segments, type Stored } from './segments.ts';
export { isSheetHash, type Sheets, sheetHash } from './sheets.ts';
export { namedTexts } from './stored-texts.ts';
