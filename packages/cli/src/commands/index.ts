import type { Command } from '../command.ts';
import { inspectCommand } from './inspect.ts';
import { specDiffCommand } from './spec-diff.ts';

export const commands: readonly Command[] = [inspectCommand, specDiffCommand];
