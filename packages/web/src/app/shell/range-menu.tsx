import { Button, Menu, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import {
  aboutOf,
  type Range,
  type RangeName,
  rangeNames,
  searchOfRange,
  useWhere,
  type WhereSearch,
} from '../../client/index.ts';
import { Choice, ChoiceMenu, MenuDialog, writeDay } from '../../ui/index.ts';
import styles from './range-menu.module.css';

const names: Record<RangeName, string> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
};

/** The time that everything on screen is about. */
export function RangeMenu() {
  const { range } = useWhere();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [custom, setCustom] = useState(false);
  const choose = (next: Range): void =>
    void navigate({ to: '.', search: (now: WhereSearch) => ({ ...now, ...searchOfRange(next) }) });
  const last = 'last' in range ? range.last : null;
  const yesterday = dayBefore(Date.now());
  const isYesterday = 'from' in range && range.from === yesterday.from && range.until === yesterday.until;
  const chosen = isYesterday ? 'Yesterday' : rangeWords(range);
  return (
    <>
      <ChoiceMenu button={button} about="Time" chosen={chosen} active={last !== '14d'}>
        {rangeNames.map((name) => (
          <Choice key={name} chosen={name === last} onChoose={() => choose({ last: name })}>
            {names[name]}
          </Choice>
        ))}
        <Menu.Divider />
        <Choice chosen={isYesterday} onChoose={() => choose(yesterday)}>
          Yesterday
        </Choice>
        <Choice chosen={last === null && !isYesterday} onChoose={() => setCustom(true)}>
          From … until …
        </Choice>
      </ChoiceMenu>
      <MenuDialog button={button} opened={custom} onClose={() => setCustom(false)} title="Time" size="sm">
        <CustomRange
          range={range}
          onChoose={(next) => {
            choose(next);
            setCustom(false);
          }}
        />
      </MenuDialog>
    </>
  );
}

/** The day before this one, by the clock of whoever looks. */
function dayBefore(now: number): { from: number; until: number } {
  const date = new Date(now);
  const midnight = (days: number): number =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
  return { from: midnight(-1), until: midnight(0) };
}

/** A range as it is said. */
export const rangeWords = (range: Range): string => ('last' in range ? names[range.last] : spanWords(range));

/** The days that a span touches; one that ends at midnight has nothing of the day that begins there. */
function spanWords({ from, until }: { from: number; until: number }): string {
  const [first, last] = [writeDay(from), writeDay(until - 1)];
  return first === last ? first : `${first} – ${last}`;
}

/** Two moments, in the time zone of whoever looks. */
function CustomRange({ range, onChoose }: { range: Range; onChoose: (range: Range) => void }) {
  const [bounds] = useState(() => aboutOf({ project: '', environment: '', release: '', range }));
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const from = Date.parse(String(given.get('from')));
    const until = Date.parse(String(given.get('until')));
    if (from < until) onChoose({ from, until });
    else setWrong(true);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput type="datetime-local" name="from" label="From" required defaultValue={localMinute(bounds.from)} />
      <TextInput
        type="datetime-local"
        name="until"
        label="Until"
        description={`By your clock: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
        required
        defaultValue={localMinute(bounds.until)}
        error={wrong ? 'Until must be later than From' : undefined}
      />
      <Button type="submit" variant="filled">
        Show this time
      </Button>
    </form>
  );
}

/** As `datetime-local` wants it: the wall clock, without a zone. */
function localMinute(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
