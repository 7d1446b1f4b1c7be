import type { ListedSession, ReplayMoment } from '@sightglass/wire';
import { type WhereSearch, whereSearchKeys } from './where.ts';

/**
 * Where screens are, for links from one feature to another: `<Link {...toSession(project, id)}>`. What the top bar holds
 * goes along; filters of the screen that one leaves stay behind.
 */
export interface ScreenLink {
  to: string;
  params: Record<string, string>;
  search: (now: WhereSearch) => Record<string, string | undefined>;
  /** To the page that one is on and to no page below it: the router tells such links as the current page, whatever we say. */
  activeOptions: { exact: true };
}

export const toSpecification = (project: string, filters: Record<string, string | undefined> = {}) =>
  screen('/p/$project', { project }, filters);
export const toSessions = (project: string, filters: Record<string, string | undefined> = {}) =>
  screen('/p/$project/sessions', { project }, filters);
/** `at` opens the replay at that moment, in milliseconds since 1970. */
export const toSession = (project: string, session: string, at?: number) =>
  screen('/p/$project/sessions/$session', { project, session }, { t: at === undefined ? undefined : String(at) });
/** A session of a list, at what the list's search found in it. The search goes along: the sessions beside it are those of the list. */
export const toListed = (project: string, { session, start, found }: ListedSession, search: string) =>
  screen(
    '/p/$project/sessions/$session',
    { project, session },
    {
      t: found === null ? undefined : String(Math.max(start, found.at - leadMs)),
      q: search === '' ? undefined : search,
    },
  );
/** Before what was found, so that one sees it come. */
const leadMs = 500;
/** A visitor whom the application named, over all visits. */
export const toVisitor = (project: string, visitor: string) =>
  screen('/p/$project/visitors/$visitor', { project, visitor });
export const toMoment = (project: string, moment: ReplayMoment) => toSession(project, moment.session, moment.at);
export const toIssues = (project: string, filters: Record<string, string | undefined> = {}) =>
  screen('/p/$project/issues', { project }, filters);
export const toIssue = (project: string, issue: string) => screen('/p/$project/issues/$issue', { project, issue });
export const toPerformance = (project: string, filters: Record<string, string | undefined> = {}) =>
  screen('/p/$project/performance', { project }, filters);
export const toSettings = (project: string, section: SettingsSection = 'snippet') =>
  screen('/p/$project/settings/$section', { project, section });

export const settingsSections = [
  'snippet',
  'recording',
  'releases',
  'doctor',
  'intake',
  'members',
  'tokens',
  'keys',
  'audit',
  'project',
  'account',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

function screen(
  to: string,
  params: Record<string, string>,
  filters: Record<string, string | undefined> = {},
): ScreenLink {
  return {
    to,
    params,
    activeOptions: { exact: true },
    search: (now) => ({ ...Object.fromEntries(whereSearchKeys.map((key) => [key, now[key]])), ...filters }),
  };
}
