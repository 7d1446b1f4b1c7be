import { placeholderOf } from '@sightglass/privacy';
import type { KnownTexts } from '../privacy/known.ts';

/** How GraphQL writes names: https://spec.graphql.org/October2021/#Name */
const name = /^[_A-Za-z]\w{0,79}$/;
/** A method of JSON-RPC. */
const method = /^[A-Za-z][\w./-]{0,79}$/;
const opened = /^(?:\s|#.*\n|fragment\s[^{]*\{[^{}]*\})*(?:subscription|query|mutation)\b\s*([_A-Za-z]\w*)?/;
const firstField = /\{\s*(?:[_A-Za-z]\w*\s*:\s*)?([_A-Za-z]\w*)/;

/**
 * What a call asks for where one address takes all of them: the name of a GraphQL operation (of one without a name its first field), the
 * method of a JSON-RPC call. Names that the application's code gives; undefined where there is none, or where it looks like data.
 *
 * @param sent - The body as JSON, if it was JSON.
 */
export function operationOf(sent: unknown, params: URLSearchParams, known: KnownTexts): string | undefined {
  const told = Array.isArray(sent) && !sent[1] ? sent[0] : sent;
  const body: Record<string, unknown> = Object(told);
  const text = (key: string): string => {
    const value = body[key] ?? params.get(key);
    return typeof value === 'string' ? value : '';
  };
  if (typeof body.jsonrpc === 'string') return plain(text('method'), method, known);
  const query = text('query');
  const isGraph = /\{/.test(query) || 'extensions' in body || params.has('extensions') || text('operationName');
  if (!isGraph) return undefined;
  const named = text('operationName') || opened.exec(query)?.[1] || firstField.exec(query)?.[1] || '';
  return plain(named, name, known);
}

/** A word that code gave; undefined where it is of another form, looks like data or is data. */
export function plain(word: string, form: RegExp, known: KnownTexts): string | undefined {
  return form.test(word) && !placeholderOf(word) && known.hide(word) === word ? word : undefined;
}
