import { TextInput } from '@mantine/core';
import { type DeedKind, deedKinds } from '@sightglass/wire';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../../client/index.ts';
import { Choice, ChoiceMenu } from '../../../ui/index.ts';
import styles from './audit.module.css';
import { kindWords, ofBoth, ofServer } from './model.ts';
import { auditQuery } from './queries.ts';
import { type AuditSearch, wholeAudit } from './search.ts';

const several: Partial<Record<AuditSearch['what'], string>> = { '': 'Everything', changes: 'All but looks' };
const wordsOf = (what: AuditSearch['what']): string => several[what] ?? kindWords(what as DeedKind); // the others stand above

/** Who, what, with what and when. */
export function Filters({
  project,
  search,
  onChange,
}: {
  project: string;
  search: AuditSearch;
  onChange: (next: Partial<AuditSearch>) => void;
}) {
  const { data: self } = useSuspenseQuery(meQuery);
  // Whoever did anything: not only those who fit what is chosen.
  const { data } = useInfiniteQuery(auditQuery(project, { ...wholeAudit, of: search.of }));
  const doers = data?.pages[0]?.doers ?? [];
  const isServer = search.of === 'server';
  const kinds = deedKinds.filter((kind) => ofBoth.has(kind) || ofServer.has(kind) === isServer);
  const named = doers.find(({ id }) => id === search.who)?.name;
  return (
    <search aria-label="What of the audit is shown" className={styles.filters}>
      {self.member?.owner && (
        <ChoiceMenu about="Done with" chosen={isServer ? 'The server' : 'This project'} active={isServer}>
          <Choice chosen={!isServer} onChoose={() => onChange(wholeAudit)}>
            This project
          </Choice>
          <Choice chosen={isServer} onChoose={() => onChange({ ...wholeAudit, of: 'server' })}>
            The server
          </Choice>
        </ChoiceMenu>
      )}
      <ChoiceMenu
        about="Who"
        chosen={search.who === '' ? 'Everybody' : (named ?? search.who)}
        active={search.who !== ''}
      >
        <Choice chosen={search.who === ''} onChoose={() => onChange({ who: '' })}>
          Everybody
        </Choice>
        {doers.map(({ id, kind, name }) => (
          <Choice
            key={id}
            chosen={id === search.who}
            {...(kind === 'token' && { note: 'token' })}
            onChoose={() => onChange({ who: id })}
          >
            {name || id}
          </Choice>
        ))}
      </ChoiceMenu>
      <ChoiceMenu about="What" chosen={wordsOf(search.what)} active={search.what !== ''}>
        {(['', ...(isServer ? [] : (['changes'] as const)), ...kinds] as const).map((what) => (
          <Choice key={what} chosen={what === search.what} onChoose={() => onChange({ what })}>
            {wordsOf(what)}
          </Choice>
        ))}
      </ChoiceMenu>
      <TextInput
        className={styles.day}
        type="date"
        label="From"
        value={search.first}
        onChange={({ currentTarget }) => onChange({ first: currentTarget.value })}
      />
      <TextInput
        className={styles.day}
        type="date"
        label="To"
        value={search.last}
        onChange={({ currentTarget }) => onChange({ last: currentTarget.value })}
      />
      <Id key={search.about} about={search.about} onChange={(about) => onChange({ about })} />
    </search>
  );
}

/** Chosen when it is written to its end: an id has no beginning that means anything. */
function Id({ about, onChange }: { about: string; onChange: (about: string) => void }) {
  const [written, setWritten] = useState(about);
  const choose = (): void => {
    if (written.trim() !== about) onChange(written.trim());
  };
  return (
    <form
      className={styles.id}
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <TextInput
        label="Session, or another id"
        value={written}
        maxLength={256}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        onBlur={choose}
      />
    </form>
  );
}
