import { Button, Select, TextInput } from '@mantine/core';
import { createToken, listTokens, revokeToken, type tokenSummary } from '@sightglass/wire';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import type { z } from 'zod';
import { client, useMay } from '../../client/index.ts';
import { Badge, type Column, ConfirmButton, DataTable, Empty, Panel } from '../../ui/index.ts';
import styles from './forms.module.css';
import { tokensQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { madeColumn, usedColumn } from './since-columns.tsx';
import { useAct } from './use-act.ts';

type Token = z.infer<typeof tokenSummary>;
const tokenRoles = ['viewer', 'member', 'admin'] as const;

export function TokensSection({ project }: { project: string }) {
  const may = useMay('admin');
  if (may) return <Tokens project={project} />;
  return (
    <Panel>
      <Empty title="Tokens are for admins">
        <p>Your role does not let you see or make them. Ask an admin or owner of this project.</p>
      </Empty>
    </Panel>
  );
}

function Tokens({ project }: { project: string }) {
  const { data } = useSuspenseQuery(tokensQuery(project));
  const [secret, setSecret] = useState<string | null>(null);
  const touches = [[listTokens.name, project]];
  const make = useAct(
    async (body: { name: string; role: (typeof tokenRoles)[number] }) => {
      const made = await client.ask(createToken, { params: { project }, body });
      setSecret(made.token);
    },
    { touches },
  );
  const { mutate: revoke } = useAct((token: string) => client.ask(revokeToken, { params: { project, token } }), {
    touches,
    says: () => 'The token is dead',
  });
  const columns = useMemo(() => tokenColumns(revoke), [revoke]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const role = tokenRoles.find((one) => one === given.get('role')) ?? 'viewer';
    const form = event.currentTarget;
    // What was typed stays where it failed.
    make.mutate({ name: String(given.get('name')), role }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <Panel title="Make a token">
        <form className={styles.row} onSubmit={submit}>
          <TextInput className={styles.grow} name="name" label="What it is for" required maxLength={120} />
          <Select name="role" label="Role" data={[...tokenRoles]} defaultValue="viewer" />
          <Button type="submit" variant="filled" loading={make.isPending}>
            Make the token
          </Button>
        </form>
      </Panel>
      {secret !== null && (
        <ShownOnce
          title="Copy it now"
          says="This is the only time that the secret is shown. We keep a hash of it, from which nobody can make it again."
          text={secret}
          label="the token"
          onDone={() => setSecret(null)}
        />
      )}
      <Panel bare title="Tokens">
        {data.tokens.length === 0 ? (
          <Empty title="No tokens">
            <p>Scripts, and whatever reads the specification for you, call the API with a token of their own.</p>
          </Empty>
        ) : (
          <DataTable caption="API tokens" columns={columns} rows={data.tokens} rowKey={({ id }) => id} />
        )}
      </Panel>
    </>
  );
}

function tokenColumns(revoke: (token: string) => void): readonly Column<Token>[] {
  return [
    { id: 'name', head: 'For', cell: ({ name }) => <span className={styles.whole}>{name}</span> },
    { id: 'role', head: 'Role', width: '6rem', cell: ({ role }) => <Badge>{role}</Badge> },
    madeColumn,
    { id: 'by', head: 'By', width: '9rem', from: 'wide', toldBelow: true, cell: ({ createdBy }) => createdBy },
    usedColumn,
    {
      id: 'revoke',
      head: 'Revoke',
      shortHead: '',
      width: '7rem',
      align: 'end',
      cell: ({ id, name }) => (
        <ConfirmButton label="Revoke" title={`Revoke “${name}”?`} confirm="Revoke it" onConfirm={() => revoke(id)}>
          Whatever uses it stops working at once. This cannot be taken back.
        </ConfirmButton>
      ),
    },
  ];
}
