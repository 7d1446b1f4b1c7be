import * as rules from '@sightglass/privacy';

const { nothingKnown } = rules;
const maxMessageChars = 2_048;
const maxAddressChars = 8_192;
/** Short words of plain letters, none of them the beginning of a token: most labels are nothing else. */
const plainWords = /^(?:(?!ey[JI])[A-Za-z]{1,15}(?: |$))*$/;

/**
 * The rules that our own SDK keeps in the browser, for what other SDKs send: it is held to them here, before it is stored. What was typed
 * on the page is not known here.
 */
export function scrubLabel(label: string, most = 120): string {
  return label.length < most && plainWords.test(label) ? label.trim() : rules.scrubLabel(label, nothingKnown, most);
}

/** See `scrubMessage` of the rules. */
export function scrubMessage(message: string, options: { type?: string; ofRefusal?: boolean } = {}): string {
  return rules.scrubMessage(message.slice(0, maxMessageChars), nothingKnown, options);
}

/** See `templatePath` of the rules. */
export function templatePath(pathname: string, keepFile = false): string {
  return rules.templatePath(pathname.slice(0, maxAddressChars), nothingKnown, keepFile);
}

/** One part of a path, or one key of an object. */
export function segment(raw: string): string {
  return rules.pathPart(raw, nothingKnown);
}

/** See `fieldPath` of the rules. */
export function fieldPath(name: string): string {
  return rules.fieldPath(name, nothingKnown);
}
