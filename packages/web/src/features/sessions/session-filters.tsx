import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { nameVariables } from '@sightglass/wire';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Where } from '../../client/index.ts';
import { Choice, ChoiceMenu, Code, writeCount } from '../../ui/index.ts';
import { facetsQuery } from './queries.ts';
import { isFiltered, noFilters, type SessionFilters, type SessionHas, sessionHas } from './search.ts';
import styles from './session-filters.module.css';

const hasNames: Record<SessionHas, string> = {
  '': 'With anything',
  errors: 'With errors',
  frustrations: 'With frustrations',
  'failed-calls': 'With failed calls',
  replay: 'With a replay',
};

/** Narrows the list down; every choice is in the URL. */
export function SessionFilterBar({
  where,
  filters,
  onChange,
}: {
  where: Where;
  filters: SessionFilters;
  onChange: (filters: SessionFilters) => void;
}) {
  const { data } = useQuery(facetsQuery(where));
  const set = (part: Partial<SessionFilters>): void => onChange({ ...filters, ...part });
  return (
    <search className={styles.bar} aria-label="Filter sessions">
      <SearchField value={filters.search} onChange={(search) => set({ search })} />
      <ChoiceMenu about="Signs" chosen={hasNames[filters.has]} active={filters.has !== ''}>
        {sessionHas.map((has) => (
          <Choice key={has} chosen={has === filters.has} onChoose={() => set({ has })}>
            {hasNames[has]}
          </Choice>
        ))}
      </ChoiceMenu>
      <FacetChoice
        about="Role"
        all="All roles"
        values={data?.roles}
        chosen={filters.role}
        onChoose={(role) => set({ role })}
      />
      <FacetChoice
        about="Browser"
        all="All browsers"
        values={data?.browsers}
        chosen={filters.browser}
        onChoose={(browser) => set({ browser })}
      />
      <FacetChoice
        about="Device"
        all="All devices"
        values={data?.devices}
        chosen={filters.device}
        onChoose={(device) => set({ device })}
      />
      {filters.route !== '' && (
        <Button
          variant="light"
          rightSection={<IconX size="0.875rem" aria-hidden />}
          aria-label={`Stop filtering by screen ${nameVariables(filters.route)}`}
          onClick={() => set({ route: '' })}
        >
          <Code>{nameVariables(filters.route)}</Code>
        </Button>
      )}
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
    </search>
  );
}

function FacetChoice({
  about,
  all,
  values = [],
  chosen,
  onChoose,
}: {
  about: string;
  all: string;
  values: readonly { value: string; sessions: number }[] | undefined;
  chosen: string;
  onChoose: (value: string) => void;
}) {
  const named = values.filter(({ value }) => value !== '');
  if (named.length === 0 && chosen === '') return null;
  return (
    <ChoiceMenu about={about} chosen={chosen === '' ? all : chosen} active={chosen !== ''}>
      <Choice chosen={chosen === ''} onChoose={() => onChoose('')}>
        {all}
      </Choice>
      {named.map(({ value, sessions }) => (
        <Choice key={value} chosen={value === chosen} note={writeCount(sessions)} onChoose={() => onChoose(value)}>
          {value}
        </Choice>
      ))}
    </ChoiceMenu>
  );
}

const pauseMs = 250;

/** Words are looked for once one stops typing. The field follows the URL when that changes by other means. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, pauseMs);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label="Search sessions"
      placeholder="Screen, action, error or visitor"
      maxLength={200}
      leftSection={<IconSearch size="0.875rem" aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value);
      }}
    />
  );
}
