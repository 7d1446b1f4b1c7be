import { TextInput } from '@mantine/core';
import { type DeedKind, deedKinds } from '@sightglass/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice, ChoiceMenu } from '../../../ui/index.ts';
import styles from './audit.module.css';
import { kindWords, ofBoth, ofServer } from './model.ts';
import { auditQuery } from './queries.ts';
import { type AuditSearch, isDay, wholeAudit } from './search.ts';

const several: Partial<Record<AuditSearch['what'], string>> = { '': 'Everything', changes: 'All but looks' };
const wordsOf = (what: AuditSearch['what']): string => several[what] ?? kindWords(what as DeedKind); // the others stand above

/** Who, what, with what and when. */
export function Filters({
  project,
  search,
  ownsServer,
  onChange,
}: {
  project: string;
  search: AuditSearch;
  /** Who may see what was done with the server, too. */
  ownsServer: boolean;
  onChange: (next: Partial<AuditSearch>) => void;
}) {
  // Whoever did anything: not only those who fit what is chosen.
  const { data } = useInfiniteQuery(auditQuery(project, { ...wholeAudit, of: search.of }));
  const doers = data?.pages[0]?.doers ?? [];
  const isServer = search.of === 'server';
  const kinds = deedKinds.filter((kind) => ofBoth.has(kind) || ofServer.has(kind) === isServer);
  const named = doers.find(({ id }) => id === search.who)?.name;
  return (
    <search aria-label="What of the audit is shown" className={styles.filters}>
      {ownsServer && (
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
      <Day label="From" day={search.first} onChange={(first) => onChange({ first })} />
      <Day label="To" day={search.last} onChange={(last) => onChange({ last })} />
      <Id about={search.about} onChange={(about) => onChange({ about })} />
    </search>
  );
}

/** What is being written, until it is chosen elsewhere; the field stays the same one, and keeps the focus. */
function useWritten(chosen: string) {
  const [before, setBefore] = useState(chosen);
  const [written, setWritten] = useState(chosen);
  if (before !== chosen) {
    setBefore(chosen);
    setWritten(chosen);
  }
  return [written, setWritten] as const;
}

/** Chosen once its year is written to its end. */
function Day({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [written, setWritten] = useWritten(day);
  return (
    <TextInput
      className={styles.day}
      type="date"
      max="2099-12-31"
      label={label}
      value={written}
      onChange={({ currentTarget: { value } }) => {
        setWritten(value);
        if (value !== day && (value === '' || isDay(value))) onChange(value);
      }}
    />
  );
}

/** Chosen when it is written to its end: an id has no beginning that means anything. */
function Id({ about, onChange }: { about: string; onChange: (about: string) => void }) {
  const [written, setWritten] = useWritten(about);
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
