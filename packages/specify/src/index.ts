export { type MarkdownOptions, shapeText, toMarkdown } from './export/markdown.ts';
export { mergeObservations } from './merge.ts';
export { observe } from './observe/observe.ts';
export type { SessionSeen } from './observe/session.ts';
export { specifyFromFacts } from './old/specify.ts';
export { mergeShapes } from './shape.ts';
export { type AboutSpecification, specify } from './specify.ts';
