export type { Command, Terminal } from './command.ts';
export { commands } from './commands/index.ts';
export { run } from './run.ts';
