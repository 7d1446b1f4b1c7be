import type { ErrorRecord, StackFrame } from '@sightglass/wire';
import { hash64 } from '../hash.ts';
import { messageTemplate } from './template.ts';

/**
 * Which issue an error belongs to as long as nothing is known of its sources: 16 hexadecimal digits. Errors are one issue when they agree
 * in where they come from, type, message (numbers and ids left out) and the function and file on top of the stack that are not the SDK's.
 * Lines, columns and the hashes that bundlers put into file names do not count, so an issue outlives a release.
 */
export function issueOf({ source, type, message, stack }: Told): string {
  const top = stack.find((frame) => !isSdk(frame));
  const place = top === undefined ? '' : `${functionName(top)}@${fileName(top)}`;
  return hash64([sourceClass(source), type, messageTemplate(message), place].join('\n'));
}

/** What of an error says which issue it is. */
export type Told = Pick<ErrorRecord, 'source' | 'type' | 'message' | 'stack'>;

/** An error is the same whether it was thrown, rejected with, or logged by whoever caught it. */
export function sourceClass(source: ErrorRecord['source']): string {
  return source === 'resource' || source === 'csp' || source === 'deprecation' ? source : 'thrown';
}

/** Our own script: what it catches and wraps is not its fault. */
export function isSdk({ file }: Pick<StackFrame, 'file'>): boolean {
  return /(?:^|\/)sdk(?:\.[\w-]+)*\.js$/.test(file);
}

/** Minifiers give one or two letters, others with each build; they say nothing. */
function functionName(frame: StackFrame): string {
  const name = frame.function ?? '';
  return /^(?:.{0,2}|<anonymous>|anonymous)$/.test(name) ? '' : name;
}

/** `assets/index-BxY12_aZ.js` and `main.4f3a9c21.js` change with each build: the part that has digits or capitals is a hash. */
function fileName({ host, file }: StackFrame): string {
  return host + file.replace(/[-.](?=[\w-]*[A-Z\d])[\w-]{8,}(?=\.[a-z]+$)/, '-{hash}');
}
