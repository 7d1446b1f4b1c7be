import { Button } from '@mantine/core';
import { type IssueEvent, nameVariables } from '@sightglass/wire';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SearchTexts, toSession, toVisitor, useWhere } from '../../client/index.ts';
import { Code, type Column, DataTable, Panel, rowLink, TimeAgo } from '../../ui/index.ts';
import { leadMs, playing } from './model.ts';
import { issueEventsQuery } from './queries.ts';
import { writeIssueSearch } from './search.ts';

/** The single errors of an issue, newest first. */
export function EventsPart({ id }: { id: string }) {
  const where = useWhere();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    issueEventsQuery(where, id),
  );
  const rows = data.pages.flatMap((page) => page.events);
  const columns: Column<IssueEvent>[] = [
    {
      id: 'when',
      head: 'When',
      width: '8rem',
      cell: (event) => (
        <Link
          className={rowLink}
          to="."
          search={
            ((now: SearchTexts) => ({
              ...now,
              ...writeIssueSearch({ part: 'event', stack: 'pretty', event }),
            })) as never
          } // texts by name, as every screen's
        >
          <TimeAgo at={event.at} />
        </Link>
      ),
    },
    { id: 'message', head: 'Message', from: 'wide', cell: ({ message }) => message },
    { id: 'route', head: 'Route', cell: ({ route }) => <Code>{nameVariables(route) || '–'}</Code> },
    {
      id: 'who',
      head: 'Who',
      width: '9rem',
      from: 'medium',
      cell: ({ visitor, role }) =>
        visitor === '' ? role || '–' : <Link {...toVisitor(where.project, visitor)}>{visitor}</Link>,
    },
    { id: 'release', head: 'Release', width: '6rem', from: 'medium', cell: ({ release }) => release || '–' },
    {
      id: 'browser',
      head: 'Browser',
      width: '9rem',
      from: 'wide',
      cell: ({ browser, os }) => [browser, os].filter(Boolean).join(', ') || '–',
    },
    {
      id: 'watch',
      head: 'Watch',
      shortHead: '',
      width: '3rem',
      cell: ({ session, at, replay }) =>
        replay && (
          <Link aria-label="Watch from 10 s before" {...playing(toSession(where.project, session, at - leadMs))}>
            <IconPlayerPlayFilled size="0.85rem" aria-hidden />
          </Link>
        ),
    },
  ];
  return (
    <Panel bare>
      <DataTable
        caption="Events of this issue, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ session, tab, number }) => `${session} ${tab} ${number}`}
        onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
        foot={
          hasNextPage ? (
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Older events
            </Button>
          ) : (
            'That is all of them, for this time.'
          )
        }
      />
    </Panel>
  );
}
