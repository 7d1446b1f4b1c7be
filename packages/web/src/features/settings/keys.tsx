import { Button } from '@mantine/core';
import { createKey, type keySummary, listKeys, revokeKey } from '@sightglass/wire';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { client, keysQuery, useMay } from '../../client/index.ts';
import { Badge, Code, type Column, ConfirmButton, CopyButton, DataTable, Empty, Panel } from '../../ui/index.ts';
import styles from './forms.module.css';
import { madeColumn, usedColumn } from './since-columns.tsx';
import { useAct } from './use-act.ts';

type Key = z.infer<typeof keySummary>;

/** Client keys: several may be open at once, so that one can be changed without losing a visit. */
export function KeysSection({ project }: { project: string }) {
  const { data } = useSuspenseQuery(keysQuery(project));
  const may = useMay('admin');
  const touches = [[listKeys.name, project]];
  const make = useAct(() => client.ask(createKey, { params: { project } }), {
    touches,
    says: () => 'A new key is open',
  });
  const { mutate: revoke } = useAct((key: string) => client.ask(revokeKey, { params: { project, key } }), {
    touches,
    says: () => 'The key is revoked: refused from now on',
  });
  const columns = useMemo(() => keyColumns(may, revoke), [may, revoke]);
  return (
    <Panel
      bare
      title="Client keys"
      actions={
        may && (
          <Button
            leftSection={<IconPlus size="1rem" aria-hidden />}
            loading={make.isPending}
            onClick={() => make.mutate(undefined)}
          >
            Make a key
          </Button>
        )
      }
    >
      {data.keys.length === 0 ? (
        <Empty title="No key yet">
          <p>Nothing can come in until there is one.</p>
        </Empty>
      ) : (
        <DataTable caption="Client keys" columns={columns} rows={data.keys} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

function keyColumns(may: boolean, revoke: (key: string) => void): readonly Column<Key>[] {
  return [
    {
      id: 'key',
      head: 'Key',
      cell: ({ clientKey }) => (
        <span className={styles.key}>
          <Code>{clientKey}</Code>
          <CopyButton text={clientKey} label="Copy the key" />
        </span>
      ),
    },
    madeColumn,
    usedColumn,
    {
      id: 'state',
      head: 'State',
      width: '7rem',
      align: 'end',
      cell: ({ id, revokedAt }) =>
        revokedAt !== null ? (
          <Badge>revoked</Badge>
        ) : may ? (
          <ConfirmButton label="Revoke" title="Revoke this key?" confirm="Revoke it" onConfirm={() => revoke(id)}>
            Pages that still send with it are refused from this moment on. Put a newer key into them first.
          </ConfirmButton>
        ) : (
          <Badge tone="good">open</Badge>
        ),
    },
  ];
}
