import { fieldsOf, type Given } from './given.ts';

/** A code of the application's own, such as `ORDER_TOO_LARGE`: words in capitals. */
const code = /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/;
const maxChars = 64;

/** The code in the body of an answer that refuses, where an SDK was let to see it; nothing else of it is read. */
export function answerCodeOf(body: Given): { errorCode: string; errorCodeAt: string } | undefined {
  for (const [at, value] of [
    ['code', body.code],
    ['error.code', fieldsOf(body.error).code],
    ['error', body.error],
  ] as const)
    if (typeof value === 'string' && value.length <= maxChars && code.test(value))
      return { errorCode: value, errorCodeAt: at };
  return undefined;
}
