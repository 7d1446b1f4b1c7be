import { idOf, type Sender } from '../foreign/index.ts';
import { hash64 } from '../hash.ts';
import { type Address, isSecretName, placeholderOf, routeOf, scrubMessage, takeApart } from '../privacy/index.ts';
import { remember } from '../remember.ts';
import { at, type Fields, isFields, textAt, textsAt } from './fields.ts';

/** What every event says of who sent it and where. */
export interface Common {
  sender: Sender;
  /** Goes into the record as it is. */
  here: { at: number; view?: string; route?: string };
  page: Address | undefined;
}

/**
 * @param sentTags - `ddtags` of the request, where SDKs before 6 put them.
 * @returns undefined: it belongs to no session.
 */
export function commonOf(event: Fields, sentTags = ''): Common | undefined {
  const session = textAt(event, 'session', 'id') ?? textAt(event, 'session_id');
  const date = at(event, 'date');
  if (session === undefined || typeof date !== 'number' || !Number.isFinite(date)) return undefined;
  const seen = at(event, 'view');
  const view = textAt(seen, 'id');
  const { page, route } = pageOf(textAt(seen, 'url') ?? '');
  const ours = idOf(session);
  const tag = (name: string): string => tagOf(event, name) || tagIn(sentTags, name);
  return {
    sender: {
      session: ours,
      // A replay does not name its tab, so a session is one: its pages are told apart by their views.
      tab: ours,
      release: (textAt(event, 'version') ?? tag('version')).slice(0, maxNameChars),
      environment: tag('env').slice(0, maxNameChars),
      visitor: visitorOf(event),
      role: roleOf(event),
    },
    here: {
      at: Math.round(date),
      ...(view !== undefined && { view: idOf(view) }),
      ...(route !== undefined && { route }),
    },
    page,
  };
}

export const pageOf = remember(2_000, (url): { page: Address | undefined; route: string | undefined } => {
  const page = takeApart(url);
  return { page, route: page && routeOf(page) };
});

/** The first action is the one that it began with. */
export function actionOf(event: Fields): { action?: string } {
  const [first = textAt(event, 'action', 'id')] = textsAt(event, 'action', 'id');
  return first === undefined ? {} : { action: idOf(first) };
}

/** Custom attributes as ours are: flat, few, short, texts of several words as templates. What is named like a secret stays out. */
export function attributesOf(
  given: unknown,
  isLeftOut: (name: string) => boolean = () => false,
): Record<string, string | number | boolean | null> {
  const flat: Record<string, string | number | boolean | null> = {};
  if (isFields(given)) flatten(given, '', flat, isLeftOut, 0);
  return flat;
}

function flatten(
  given: Fields,
  prefix: string,
  flat: Record<string, string | number | boolean | null>,
  isLeftOut: (name: string) => boolean,
  depth: number,
): void {
  for (const [key, value] of Object.entries(given)) {
    const name = `${prefix}${key}`.slice(0, maxNameChars);
    if (Object.keys(flat).length >= maxAttributes) return;
    if (isLeftOut(name) || isSecretName(key)) continue;
    if (value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      flat[name] = value;
    else if (typeof value === 'string')
      flat[name] = (/\s/.test(value) ? scrubMessage(value) : value).slice(0, maxTextChars);
    else if (isFields(value) && depth < maxDepth) flatten(value, `${name}.`, flat, isLeftOut, depth + 1);
  }
}

/** What stands before an id that a login or an application gives: `auth0|…`, `google-oauth2|…`, `usr_…`, `customer-42`. */
const beforeId =
  /^(?:[a-z][a-z\d-]{0,20}[|:])?(?:(?:acc(?:oun)?t|cus(?:t|tomer)?|id|member|org|tenant|u|uid|us(?:e)?r|visitor)[._:-])?/i;
/** A name with a number, as `brandauer84`, or the number of a citizen or a card. */
const ofSomebody = /^(?:\p{L}{3,}\d{1,4}|\d{11,})$/u;

/** An opaque id stays; one that may name somebody becomes a hash, always the same. */
function visitorOf(event: Fields): string | null {
  const id = at(event, 'usr', 'id') ?? at(event, 'usr', 'anonymous_id');
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string' || text === '') return null;
  return isOpaque(text) ? text : `u-${hash64(text)}`;
}

function isOpaque(id: string): boolean {
  if (!/^[\w.:|-]{1,64}$/.test(id)) return false;
  const own = id.replace(beforeId, '');
  const parts = placeholderOf(own) === '{uuid}' ? [own] : own.split(/[._:|-]/);
  return parts.every((part) => placeholderOf(part) !== undefined && !ofSomebody.test(part));
}

function roleOf(event: Fields): string {
  const role = textAt(event, 'usr', 'role') ?? '';
  return /^[\w .:-]{1,64}$/.test(role) ? role : '';
}

/** `ddtags`: `sdk_version:7.16.2,env:live,service:shop,version:1.0.0`. The environment stands nowhere else. */
export function tagOf(event: Fields, name: string): string {
  return tagIn(textAt(event, 'ddtags') ?? '', name);
}

function tagIn(tags: string, name: string): string {
  if (tags === '') return '';
  const told = `,${tags.slice(0, maxTextChars)}`;
  const start = told.indexOf(`,${name}:`);
  if (start === -1) return '';
  const from = start + name.length + 2;
  const end = told.indexOf(',', from);
  return told.slice(from, end === -1 ? told.length : end);
}

/** Of a user: who it is, which stands elsewhere, and what names or finds somebody, at any depth and however it is written. */
const ofPerson =
  /(^|\.)(id|anonymous_?id|role|name|login|ip|age|dob)$|(first|last|full|family|given|user|nick|middle|display|legal|sur)[\s_-]?name|mail|phone|mobile|(^|[._-])(tel|fax)|address|street|post(al)?[_-]?code|zip|(^|[._-])city|birth|avatar|photo|picture|gender|salary|income/i;
export const isOfPerson = (name: string): boolean => ofPerson.test(name);
const maxNameChars = 256;
const maxTextChars = 2_048;
const maxAttributes = 60;
const maxDepth = 3;

export function serviceOf(event: Fields): string | undefined {
  return textAt(event, 'service') ?? (tagOf(event, 'service') || undefined);
}
