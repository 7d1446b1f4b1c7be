export * from './ask/index.ts';
export * from './batch.ts';
export * from './ids.ts';
export * as limits from './limits.ts';
export * from './problem.ts';
export * from './record/index.ts';
export * from './segment.ts';
export * from './shape.ts';
export * from './statement.ts';
