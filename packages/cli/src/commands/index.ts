import type { Command } from '../command.ts';
import { inspectCommand } from './inspect.ts';

export const commands: readonly Command[] = [inspectCommand];
