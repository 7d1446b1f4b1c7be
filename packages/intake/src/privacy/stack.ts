import * as rules from '@sightglass/privacy';
import type { StackFrame } from '@sightglass/wire';
import { type Address, placeOf } from './path.ts';

/** As Datadog writes it: `at add(x) @ https://a/b.js:1:2`. */
const datadog = /^\s*at (?:(.*?)(?:\([^()]*\))? @ )((?:[a-z][\w+.-]*:|\/|<anonymous>).*?)(?::(\d+))?(?::(\d+))?$/i;

/** The frames of an error's stack as text; its first line, which repeats the message, is left out. */
export function framesOf(stack: unknown, page: Address | undefined): StackFrame[] {
  return rules.framesOf(stack, (url) => placeOf(url, page, true), [datadog]);
}

/** One frame, from its parts as an SDK tells them; numbers that are none are left out. */
export function frameOf(parts: rules.FrameParts, page: Address | undefined): StackFrame {
  return rules.stackFrame(parts, (url) => placeOf(url, page, true));
}
