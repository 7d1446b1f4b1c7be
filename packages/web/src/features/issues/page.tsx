import { Button, TextInput } from '@mantine/core';
import { IconBug, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type SearchTexts, toSessions, useWhere } from '../../client/index.ts';
import { Boundary, Empty, Loading, Page, PageTitle, Panel } from '../../ui/index.ts';
import { IssueTable } from './issue-table.tsx';
import { issuesQuery } from './queries.ts';
import { readSearch, writeSearch } from './search.ts';

/** What went wrong, grouped. */
export function IssuesPage() {
  const { find, field, setField } = useFind();
  return (
    <Page title="Issues">
      <PageTitle
        note="Errors of the same kind from the same place are one issue. Those that meet most people come first."
        actions={
          <TextInput
            type="search"
            aria-label="Search issues"
            placeholder="Search type and message"
            leftSection={<IconSearch size="0.95rem" aria-hidden />}
            value={field}
            onChange={(event) => setField(event.currentTarget.value)}
          />
        }
      >
        Issues
      </PageTitle>
      <Panel bare>
        <Boundary loading={<Loading label="Loading the issues" />}>
          <Issues find={find} onClear={() => setField('')} />
        </Boundary>
      </Panel>
    </Page>
  );
}

function Issues({ find, onClear }: { find: string; onClear: () => void }) {
  const where = useWhere();
  const { data } = useSuspenseQuery(issuesQuery(where, find));
  if (data.issues.length > 0) return <IssueTable rows={data.issues} bucketMs={data.bucketMs} leftOut={data.leftOut} />;
  if (find !== '')
    return (
      <Empty
        title="No issue has these words"
        icon={<IconFilterOff size="1.5rem" stroke={1.5} aria-hidden />}
        actions={<Button onClick={onClear}>Clear the search</Button>}
      />
    );
  return (
    <Empty
      title="No errors in this time"
      icon={<IconBug size="1.5rem" stroke={1.5} aria-hidden />}
      actions={
        <Button renderRoot={(props) => <Link {...toSessions(where.project)} {...props} />}>
          See the sessions of this time
        </Button>
      }
    >
      <p>
        Uncaught errors, unhandled rejections, console errors, failed resources and refusals of the content security
        policy would stand here, each with the moments at which people met them.
      </p>
    </Empty>
  );
}

/** The words of the search: at once in the field, and in the URL when typing rests. */
function useFind(): { find: string; field: string; setField: (field: string) => void } {
  const { find } = readSearch(useSearch({ strict: false }) as SearchTexts); // parseSearch yields texts only
  const navigate = useNavigate();
  const [field, setField] = useState(find);
  useEffect(() => {
    if (field === find) return;
    const timer = setTimeout(
      () =>
        void navigate({
          to: '.',
          search: ((now: SearchTexts) => ({ ...now, ...writeSearch({ find: field }) })) as never, // texts by name, as every screen's
          replace: true,
          resetScroll: false,
        }),
      restMs,
    );
    return () => clearTimeout(timer);
  }, [field, find, navigate]);
  return { find, field, setField };
}

const restMs = 300;
