export { type MarkdownOptions, shapeText, toMarkdown } from './export/markdown.ts';
export { mergeShapes } from './shape.ts';
export { type AboutSpecification, specify } from './specify.ts';
