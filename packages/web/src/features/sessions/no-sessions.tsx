import { Button } from '@mantine/core';
import { IconFilterOff, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toSettings, type Where } from '../../client/index.ts';
import { Empty } from '../../ui/index.ts';

/** Nothing to list: because of the filters, or because nothing came yet. */
export function NoSessions({ where, filtered, onClear }: { where: Where; filtered: boolean; onClear: () => void }) {
  if (filtered || where.environment !== '' || where.release !== '')
    return (
      <Empty
        title="No session matches"
        icon={<IconFilterOff stroke={1.6} aria-hidden />}
        actions={filtered && <Button onClick={onClear}>Clear the filters</Button>}
      >
        <p>Take a filter away, choose another environment or release, or look at a longer time.</p>
      </Empty>
    );
  return (
    <Empty
      title="No sessions yet"
      icon={<IconPlayerPlay stroke={1.6} aria-hidden />}
      actions={
        <Button variant="filled" renderRoot={(props) => <Link {...toSettings(where.project, 'snippet')} {...props} />}>
          Connect your application
        </Button>
      }
    >
      <p>
        A session appears here the moment somebody opens a page that carries our one line of script. Nothing came within
        this time; perhaps a longer one shows more.
      </p>
    </Empty>
  );
}
