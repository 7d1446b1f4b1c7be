import { scrubMessage } from '@sightglass/privacy';
import type { Scene } from '../scene/scene.ts';
import { createBound } from './bound.ts';
import { describe, type Errors } from './errors.ts';
import type { Later } from './later.ts';

const maxPerView = 200;
const maxArguments = 10;

/**
 * Understands lines on the console. The first text is what a developer wrote and becomes a template; everything after it is data and is
 * told by kind only. `console.error` is an error as well.
 */
export function createConsole(scene: Scene, errors: Errors): Later['logged'] {
  const within = createBound(scene, 'console');
  return (level, given, when) => {
    const isAssert = level === 'assert';
    const args = given.slice(+isAssert);
    if ((isAssert && given[0]) || !within(maxPerView)) return;
    const texts = args.slice(0, maxArguments).map((arg, at) => templateOf(arg, at === 0, scene));
    const text = texts.join(' ').slice(0, 2_048);
    const { action, ...here } = when;
    scene.say({ kind: 'console', ...here, level, text });
    if (level !== 'error') return;
    const error = args.find((arg) => arg instanceof Error);
    if (error) errors.thrown(error, 'console', true, when);
    else errors.say({ ...when, source: 'console', handled: true, type: 'console.error', message: text, stack: [] });
  };
}

function templateOf(arg: unknown, first: boolean, scene: Scene): string {
  if (typeof arg === 'string')
    return first ? scrubMessage(arg.slice(0, 4_096).replace(/%[sdifoOc]/g, '{}'), scene.known) : '{text}';
  if (arg instanceof Error) {
    const { type, message } = describe(arg, scene);
    return `${type}: ${message}`;
  }
  return arg == null ? `${arg}` : `{${Array.isArray(arg) ? 'array' : typeof arg}}`;
}
