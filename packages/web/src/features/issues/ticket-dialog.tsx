import type { AnswerOf, issue } from '@sightglass/wire';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, useWhere } from '../../client/index.ts';
import { TextToTake } from '../../ui/index.ts';
import { leadMs } from './model.ts';
import { issueEventQuery } from './queries.ts';
import type { IssueSearch } from './search.ts';
import { issueTicket } from './ticket.ts';

/** The issue, with the event that is shown, as a report for a tracker. */
export function TicketDialog({
  data,
  event,
  onClose,
}: {
  data: AnswerOf<typeof issue>;
  event: IssueSearch['event'];
  onClose: () => void;
}) {
  const where = useWhere();
  const { data: shown } = useSuspenseQuery(issueEventQuery(where, data.id, event));
  const [text] = useState(() => {
    const { project } = where;
    const { session, at, replay } = shown.event;
    const t = String(replay ? at - leadMs : at);
    const here = (path: string): string => `${location.origin}${path}`;
    return issueTicket(data, shown, {
      issue: here(addressOf('/p/:project/issues/:issue', { project, issue: data.id }, {})),
      session: here(addressOf('/p/:project/sessions/:session', { project, session }, { t })),
    });
  });
  return (
    <TextToTake
      title="Bug report"
      note="Markdown, of the issue and the event that is shown. It names no person: the links do, to members."
      text={text}
      file={`issue-${data.id.slice(0, 8)}.md`}
      onClose={onClose}
    />
  );
}
