export * from './make.ts';
export * from './restore.ts';
