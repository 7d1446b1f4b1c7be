export { isByPerson } from './by-person.ts';
export { modeOfType } from './document-mode.ts';
export { drawingIn, type KeptDrawing } from './drawings.ts';
export { pictureCommands, pictureIn } from './picture.ts';
export { createSegmentReader, type SegmentReader } from './reader.ts';
export type { NativeSegment, Note, Reading } from './reading.ts';
export { createSpelling, type Spell } from './spelling.ts';
export { tagOfDocument } from './tell-node.ts';
export { modelOf, type PageLine, type PlainNode, type PlainPage, toRrweb } from './whole.ts';
