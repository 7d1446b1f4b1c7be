import {
  countPages,
  holdsSecret,
  isSecretName,
  nothingKnown,
  refusalIn,
  refusedFields,
  refuses,
  shapeOf,
} from '@sightglass/privacy';
import type { ResourceRecord } from '@sightglass/wire';

/** SDKs hand on 150,000 characters (Sentry) or 64 KiB and more (rrweb's network plugin); what is longer was cut short there. */
const maxBodyChars = 256 * 1024;

export interface Bodies {
  request?: unknown;
  response?: unknown;
}
type Told = Pick<
  ResourceRecord,
  'request' | 'requestLeftOut' | 'response' | 'errorCode' | 'errorCodeAt' | 'errorMessage' | 'errorFields'
>;

/**
 * What may be told of the bodies that another SDK was let to see: shapes without values, why it was refused, which fields. The same rules
 * as in our own SDK; what was typed in the page is not known here, so that words are taken by their form alone.
 *
 * @param given - Each as JSON was read or as a text of it; what is neither, or was cut short, tells nothing.
 * @param params - Names of the address's parameters, by which a list is known to be a page.
 */
export function toldOfBodies(given: Bodies, status: number, params: readonly string[] = []): Told {
  const sent = jsonOf(given.request);
  const answer = jsonOf(given.response);
  const told: Told = {};
  if (holdsSecret(sent) || (typeof given.request === 'string' && sent === undefined && isSecretName(given.request)))
    told.requestLeftOut = 'secret';
  else if (sent !== undefined) told.request = shapeOf(sent, nothingKnown);
  if (answer === undefined) return told;
  told.response = shapeOf(answer, nothingKnown);
  const names = told.request?.fields === undefined ? [] : Object.keys(told.request.fields);
  countPages(answer, told.response, [...params, ...names]);
  if (status < 400 && !refuses(answer)) return told;
  Object.assign(told, refusalIn(answer, nothingKnown));
  const errorFields = refusedFields(answer, nothingKnown);
  return errorFields.length > 0 ? { ...told, errorFields } : told;
}

/** Objects and lists alone: a text or a number says nothing of what an application knows. */
function jsonOf(body: unknown): object | undefined {
  if (typeof body === 'object' && body !== null) return body;
  if (typeof body !== 'string' || body.length > maxBodyChars || !/^\s*[[{]/.test(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Cut short, or no JSON: there is nothing to tell of it.
    return undefined;
  }
}
