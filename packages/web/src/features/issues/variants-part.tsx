import { Button } from '@mantine/core';
import type { IssueVariant } from '@sightglass/wire';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../client/index.ts';
import { Badge, type Column, DataTable, Panel, TimeAgo, writeCount } from '../../ui/index.ts';
import table from './issue-table.module.css';
import styles from './variants-part.module.css';

/** What counts as one without maps, and can be taken out of an issue where the rule put too much together. */
export function VariantsPart({
  variants,
  busy,
  onSplit,
}: {
  variants: readonly IssueVariant[];
  busy: boolean;
  onSplit: (fingerprints: readonly string[]) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const may = useMay('member') && variants.length > 1;
  const toggle = (fingerprint: string): void => {
    const next = new Set(chosen);
    if (!next.delete(fingerprint)) next.add(fingerprint);
    setChosen(next);
  };
  const columns: Column<IssueVariant>[] = [
    {
      id: 'message',
      head: 'Message',
      rowHead: true,
      cell: ({ fingerprint, message, place, mapped, byHand }) => (
        <span className={styles.variant}>
          {may && (
            <input
              type="checkbox"
              className={table.mark}
              aria-label={`Mark ${message || fingerprint}`}
              checked={chosen.has(fingerprint)}
              onChange={() => toggle(fingerprint)}
            />
          )}
          <span className={styles.words}>
            {message || 'without a message'}
            <small>
              {place || (mapped ? '' : 'read without source maps')}
              {byHand && <Badge>put here by hand</Badge>}
            </small>
          </span>
        </span>
      ),
    },
    { id: 'release', head: 'Release', width: '9rem', from: 'medium', cell: ({ release }) => release || '–' },
    { id: 'times', head: 'Times', width: '5rem', align: 'end', cell: ({ times }) => writeCount(times) },
    { id: 'last', head: 'Last seen', width: '8rem', from: 'medium', cell: ({ last }) => <TimeAgo at={last} /> },
  ];
  return (
    <Panel
      title="Variants"
      note="Errors that are the same down to the place in the script and the release. If they are no one issue, take some out."
      actions={
        may && (
          <Button
            leftSection={<IconArrowsSplit size="0.95rem" aria-hidden />}
            disabled={chosen.size === 0 || chosen.size === variants.length}
            loading={busy}
            onClick={() => onSplit([...chosen])}
          >
            Make an issue of {chosen.size || 'those marked'}
          </Button>
        )
      }
      bare
    >
      <DataTable
        caption="Variants of this issue, most frequent first"
        columns={columns}
        rows={variants}
        rowKey={({ fingerprint }) => fingerprint}
      />
    </Panel>
  );
}
