export * from './catalog/index.ts';
