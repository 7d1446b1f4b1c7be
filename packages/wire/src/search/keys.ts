/** How a value of a key is written and compared. */
export type ValueKind = 'text' | 'words' | 'number' | 'duration' | 'choice';

export interface SearchKey {
  name: string;
  /** `session`: told of a session as a whole. `event`: told of something that happened in it. */
  of: 'session' | 'event';
  /** `text`: the whole value, or a pattern with `*` and `?`. `words`: contains. `duration`: milliseconds. */
  kind: ValueKind;
  /** What else people write, other products' names among them. */
  also: readonly string[];
  /** One line for the completion list and the docs. */
  says: string;
  choices?: readonly string[];
}

const key = (
  of: SearchKey['of'],
  kind: ValueKind,
  name: string,
  says: string,
  also: readonly string[] = [],
  choices?: readonly string[],
): SearchKey => ({ name, of, kind, also, says, ...(choices && { choices }) });

/** Everything that can be asked for by name. The order is the order of the completion list. */
export const searchKeys: readonly SearchKey[] = [
  key('session', 'choice', 'has', 'what the session has', ['is'], ['errors', 'frustrations', 'failed-calls', 'replay']),
  key('event', 'text', 'route', 'a screen that was visited, by its route', [
    'page',
    'view',
    'view.url_path',
    'view.name',
    'url',
  ]),
  key('session', 'words', 'screen', 'a text that stood on a screen, or a part of it', ['text', 'view.text']),
  key('event', 'words', 'title', 'the title of a screen', ['view.title']),
  key('event', 'words', 'action', 'something the person did, by its accessible name', [
    'click',
    'action.name',
    'action.target.name',
  ]),
  key('event', 'text', 'control', 'the role of what the person acted on: button, link, textbox …'),
  key(
    'event',
    'choice',
    'frustration',
    'how an action frustrated',
    ['action.frustration.type', 'frustration.type'],
    ['rage', 'dead', 'error'],
  ),
  key('event', 'words', 'call', 'a call, by method and path', [
    'resource',
    'resource.url_path',
    'resource.url',
    'request',
    'path',
  ]),
  key('event', 'text', 'method', 'the method of a call', ['resource.method', 'http.request.method', 'http.method']),
  key('event', 'number', 'status', 'the status of a call', [
    'resource.status_code',
    'http.response.status_code',
    'http.status_code',
  ]),
  key('event', 'text', 'host', 'the host of a call to elsewhere', ['resource.url_host', 'domain']),
  key('event', 'duration', 'took', 'how long a call took', ['resource.duration', 'call.duration']),
  key('event', 'text', 'code', 'the code of a refused call', ['error.code']),
  key('event', 'words', 'error', 'an error, by type or message', [
    'error.message',
    'error.type',
    'exception.type',
    'exception.message',
    'message',
  ]),
  key('event', 'text', 'issue', 'an issue, by its id', ['error.fingerprint', 'issue.id']),
  key('event', 'words', 'console', 'a line of the console', ['log', 'console.message']),
  key(
    'event',
    'choice',
    'level',
    'the level of a console line',
    ['console.level'],
    ['debug', 'info', 'log', 'warn', 'error', 'assert'],
  ),
  key('event', 'words', 'form', 'a form, by its name'),
  key('event', 'words', 'refused', 'a form that refused what was entered, by its name'),
  key('event', 'words', 'event', 'a custom event, by its name', ['custom', 'custom.name']),
  key('event', 'words', 'state', 'a change of state that the application told, by its subject'),
  key('event', 'duration', 'longtask', 'a long task, by its length', ['long_task.duration', 'long_task']),
  key('event', 'duration', 'lcp', 'Largest Contentful Paint', ['view.largest_contentful_paint']),
  key('event', 'duration', 'inp', 'Interaction to Next Paint', ['view.interaction_to_next_paint']),
  key('event', 'number', 'cls', 'Cumulative Layout Shift', ['view.cumulative_layout_shift']),
  key('event', 'duration', 'fcp', 'First Contentful Paint', ['view.first_contentful_paint']),
  key('event', 'duration', 'ttfb', 'Time to First Byte', ['view.first_byte']),
  key('session', 'text', 'visitor', 'the person, by the id that the application gave', ['user', 'usr.id', 'user.id']),
  key('session', 'text', 'session', 'a session, by its id', ['session.id', 'id']),
  key('session', 'text', 'role', 'the role of the person', ['usr.role', 'user.role']),
  key('session', 'text', 'browser', 'the browser', ['browser.name']),
  key('session', 'text', 'os', 'the operating system', ['os.name']),
  key('session', 'text', 'device', 'desktop, mobile, tablet', ['device.type']),
  key('session', 'text', 'country', 'the country, where it is known', ['geo.country', 'geo.country_iso_code']),
  key('session', 'text', 'language', 'the language that the browser prefers, as de-CH', ['browser.language', 'locale']),
  key('session', 'text', 'timezone', 'the time zone of the browser, as Europe/Berlin', [
    'time_zone',
    'device.time_zone',
  ]),
  key('session', 'text', 'referrer', 'the site that led here, by its host', ['view.referrer', 'referer']),
  key('session', 'text', 'release', 'the release', ['version']),
  key('session', 'text', 'environment', 'the environment', ['env']),
  key('session', 'text', 'intake', 'which SDK sent it', ['sdk', 'source']),
  key('session', 'text', 'entry', 'the route where it began', ['session.initial_view.url_path']),
  key('session', 'text', 'exit', 'the route where it ended', ['session.last_view.url_path']),
  key('session', 'duration', 'duration', 'how long it lasted', ['session.time_spent']),
  key('session', 'number', 'views', 'how many screens were visited', ['pages', 'session.view.count']),
  key('session', 'number', 'actions', 'how much the person did', ['session.action.count']),
  key('session', 'number', 'calls', 'how many calls were made', ['session.resource.count']),
  key('session', 'number', 'failed', 'how many calls failed', ['failed_calls']),
  key('session', 'number', 'errors', 'how many errors there were', ['session.error.count']),
  key('session', 'number', 'frustrations', 'how many actions frustrated', ['session.frustration.count']),
  key('session', 'number', 'tabs', 'in how many tabs'),
];

const byName = new Map(searchKeys.flatMap((one) => [one.name, ...one.also].map((name) => [name, one] as const)));

/**
 * A key by one of its names. `@` before it is let pass, as Datadog writes its attributes. Names that begin with `trait.`, `context.` or
 * `usr.` ask for an attribute that the application told.
 */
export function findSearchKey(written: string): SearchKey | undefined {
  const name = written.replace(/^@/, '');
  const known = byName.get(name.toLowerCase());
  if (known) return known;
  const attribute = /^(?:trait|context|usr)\.(.{1,256})$/.exec(name)?.[1];
  if (attribute === undefined) return undefined;
  return { name: `trait.${attribute}`, of: 'event', kind: 'text', also: [], says: `the attribute ${attribute}` };
}
