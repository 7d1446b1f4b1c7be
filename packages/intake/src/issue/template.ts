const rules: readonly [RegExp, string][] = [
  // Lines of a stack that somebody put into the message.
  [/\n\s*(?:at .*|[^\n]*@(?:https?|file|blob):[^\n]*)/g, ''],
  [/^(?:Uncaught (?:\(in promise\) )?)+/, ''],
  // By which Svelte's errors are known, as React's are by their number.
  [/\b(?!https:\/\/svelte\.dev\/e\/)[a-z][\w+.-]{1,20}:\/\/[^\s'"`<>)\]]+/gi, '{url}'],
  [/[^\s@'"`<>()]+@[^\s@'"`<>()]+\.[a-z]{2,}/gi, '{email}'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '{uuid}'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '{date}'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi, '{hex}'],
  [/(?<!\d|Minified \w+ error #|^NG|(?:HTTP|status)\D{0,8}(?=[45]\d\d(?!\d)))\d+(?:[.,]\d+)*/gi, '{number}'],
  [/\s+/g, ' '],
];

/** What is left of a message when everything is out that differs from time to time. What is template already stays as it is. */
export function messageTemplate(message: string): string {
  return rules.reduce((text, [pattern, name]) => text.replace(pattern, name), message).trim();
}

/**
 * What engines say by themselves of a mistake in the code. Each has its own words for the same mistake, so that the line of the source
 * says better what it is: V8's, Gecko's and WebKit's texts, from their sources.
 */
const native: readonly RegExp[] = [
  /^Cannot (?:read|set) propert(?:y|ies) /,
  /^Cannot (?:access|destructure|convert|use 'in'|assign to|delete|define|add property|redefine) ?/,
  /^(?:undefined|null) is not /,
  /^(?:can't|cannot) (?:access|convert|assign|define|delete|redefine) /i,
  /^(?:invalid|Assignment to|Attempted to assign to|Class constructor|Constructor requires|Super constructor) /,
  / is (?:not (?:a function|a constructor|an object|defined|iterable|a function or its return value is not iterable)|undefined|null|read-only)\b/,
  /^(?:Can't find variable|too much recursion|Maximum call stack size exceeded|out of memory|Invalid array length)/,
  / (?:before initialization|in strict mode)$/,
];

/** Whether the engine said it, and not the application or a library. */
export function isNative(type: string, message: string): boolean {
  return /^(?:Type|Reference|Range|Internal)Error$/.test(type) && native.some((pattern) => pattern.test(message));
}
