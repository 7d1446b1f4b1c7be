import { isSentence } from './rule-name.ts';

/** Whether a text is written as codes of errors are. */
export const isCode = (text: string): boolean =>
  /^[A-Z][A-Z0-9]{3,}$|^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+$|^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+$|^[a-z][\w-]*(?:[./][\w-]+)+$|^[A-Z]\w+Error$/.test(
    text,
  ) && text.length <= 60;
export const speaksOfFailure =
  /(?:^|[_.\-/])(?:not|no|invalid|failed|failure|denied|limit|expired|forbidden|unauthori[sz]ed|required|too|already|locked|declined|empty|exists?|missing|conflict|wrong|bad|error|unknown|unavailable|rejected|exceeded|reached|timeout|taken|mismatch|duplicate|blocked|disabled|unsupported|closed|cannot|cant|discontinued|low|last)(?:$|[_.\-/])/i;
export const isCodeName = /^(?:error_?code|code|err|error|reason|error_?type|problem|kind|error_?name|error_?key)$/i;
/** Codes of HTTP clients, browsers and Node: no product's own. */
export const anybodys = /^(?:ERR_|E[A-Z]+$|ECONN|ETIMEDOUT|ENOTFOUND|ENOENT|ABORT_ERR|UND_ERR|DOMException)/;

/** What is told to a person, not to another developer: no names of code in it. */
export function isForPeople(text: string): boolean {
  const isAboutCode =
    /[`()_<>={}[\]]|\b(?:undefined|null|hook|provider|props?|context|invariant|deprecated|callback|argument|parameter|react|component|must be used|expected|received|implemented|unreachable|assert)\b/i;
  return (
    isSentence(text) && text.trim().split(/\s+/).length >= 4 && !isAboutCode.test(text) && !/[a-z][A-Z]/.test(text)
  );
}
