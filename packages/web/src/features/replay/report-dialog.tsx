import type { SessionSummary, StoredRecord } from '@sightglass/wire';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, useWhere } from '../../client/index.ts';
import { TextToTake } from '../../ui/index.ts';
import { bugReport, framesToRead } from './bug-report.ts';
import { usePlayer } from './player.tsx';
import { originalFramesQuery } from './queries.ts';
import { type ReplaySearch, writeSearch } from './search.ts';
import type { Seen } from './seen.ts';

/** The moment that one looks at, or the chosen part, as a report for a tracker. */
export function ReportDialog({
  session,
  records,
  search,
  seen,
  onClose,
}: {
  session: SessionSummary;
  records: readonly StoredRecord[];
  search: ReplaySearch;
  seen: Seen | null;
  onClose: () => void;
}) {
  const { project } = useWhere();
  const { clock, items, span, chosen } = usePlayer();
  const [reported] = useState(() => {
    clock.pause();
    const { at } = clock.state();
    const about = writeSearch({ at, tab: search.tab, clip: chosen.clip });
    const path = addressOf('/p/:project/sessions/:session', { project, session: session.session }, about);
    return {
      ...{ session, records, items, start: span.from },
      part: chosen.clip ?? { from: span.from, until: at },
      size: seen === null || seen.width === 0 ? '' : `${seen.width} × ${seen.height}`,
      link: `${location.origin}${path}`,
    };
  });
  // It stands as browsers told it until the sources are found, which takes seconds for a large map.
  const { data: original } = useQuery(originalFramesQuery(project, session.release, framesToRead(reported)));
  return (
    <TextToTake
      title="Bug report"
      note={`Markdown, of ${chosen.clip ? 'the chosen part' : 'everything up to this moment'}. It does not say who the person was: the link does, to members.`}
      text={bugReport({ ...reported, ...(original && { original }) })}
      file={`report-${session.session.slice(0, 8)}.md`}
      onClose={onClose}
    />
  );
}
