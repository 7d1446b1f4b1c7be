export * from './catalog/index.ts';
export * from './columns/index.ts';
export * from './missing.ts';
export * from './releases/index.ts';
export * from './segments/index.ts';
