import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBug, IconListDetails, IconPlayerPlay, IconSearch, IconUser } from '@tabler/icons-react';
import {
  type ScreenLink,
  searchOfError,
  toIssue,
  toIssues,
  toSession,
  toSessions,
  toSpecification,
  toVisitor,
} from '../../client/index.ts';

const iconSize = '1.125rem';

/** A session's id as its address has it: 32 hexadecimal digits, with or without lines between. */
const sessionId = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;
/** What the grammar of searches (docs/search.md) reads as one word and nothing else. */
const plainWord = /^(?!(?:and|or|not|then|within)$)[\p{L}\p{N}][\p{L}\p{N}_.@/-]*$/iu;
const issueId = /^[\da-f]{16}$/i;

/**
 * Where what was written may be found, beside the names of screens: in what sessions show, in issues, in the specification, as a visitor,
 * and, where it has the form of one, as the session or the issue of that id. Whether there is such a one the screen says.
 */
export function lookups(project: string, written: string, go: (link: ScreenLink) => void): SpotlightActionData[] {
  const words = written.trim();
  if (words === '') return [];
  const quoted = searchOfError(words) ?? (plainWord.test(words) ? words : JSON.stringify(words));
  const look = (id: string, label: string, Icon: typeof IconSearch, link: ScreenLink): SpotlightActionData => ({
    id: `look-${id}`,
    label,
    leftSection: <Icon size={iconSize} stroke={1.6} aria-hidden />,
    onClick: () => go(link),
  });
  return [
    ...(sessionId.test(words)
      ? [look('session', `Open the session ${words}`, IconPlayerPlay, toSession(project, words.toLowerCase()))]
      : []),
    ...(issueId.test(words)
      ? [look('issue', `Open the issue ${words}`, IconBug, toIssue(project, words.toLowerCase()))]
      : []),
    look('sessions', `Sessions with “${words}”`, IconSearch, toSessions(project, { q: quoted })),
    look('issues', `Issues with “${words}”`, IconBug, toIssues(project, { q: quoted, state: 'all', kind: 'all' })),
    look('statements', `Statements with “${words}”`, IconListDetails, toSpecification(project, { find: words })),
    look('visitor', `The visitor “${words}”`, IconUser, toVisitor(project, words)),
  ];
}
