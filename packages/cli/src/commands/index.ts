import type { Command } from '../command.ts';
import { uploadCommand } from '../upload/command.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { inspectCommand } from './inspect.ts';
import { localCommands } from './local.ts';
import { specCommand } from './spec.ts';
import { specDiffCommand } from './spec-diff.ts';

export const commands: readonly Command[] = [
  ...localCommands,
  doctorCommand,
  exportCommand,
  importCommand,
  inspectCommand,
  specCommand,
  specDiffCommand,
  uploadCommand,
];
