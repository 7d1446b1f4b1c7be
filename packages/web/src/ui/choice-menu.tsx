import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import styles from './choice-menu.module.css';
import { writeCount } from './figures.ts';

/** What is longer may be cut off, and is told whole on hover. */
const mostSeen = 16;

/** A choice in few words: says what it is about and what is chosen; opens downwards. */
export function ChoiceMenu({
  about,
  chosen,
  strong = false,
  active = false,
  button,
  children,
}: {
  /** What is chosen here: "Environment". */
  about: string;
  chosen: string;
  strong?: boolean;
  /** Something other than the default is chosen. */
  active?: boolean;
  /** The button that opens it. */
  button?: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  return (
    <Menu>
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={styles.button}
          data-strong={strong || undefined}
          data-active={active || undefined}
          aria-label={`${about}: ${chosen}`}
          title={chosen.length > mostSeen ? chosen : undefined}
        >
          <span className={styles.chosen} dir="auto">
            {chosen}
          </span>
          <IconChevronDown size="0.875rem" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <Menu.Label>{about}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One of the values that can be chosen. */
export function Choice({
  chosen,
  note,
  onChoose,
  children,
}: {
  chosen: boolean;
  note?: string;
  onChoose: () => void;
  children: string;
}) {
  return (
    <Menu.RadioItem
      value={String(children)}
      checked={chosen}
      closeMenuOnClick
      onClick={onChoose}
      checkIcon={<IconCheck size="0.875rem" aria-hidden />}
      rightSection={note === undefined ? undefined : <span className={styles.note}>{note}</span>}
    >
      <span className={styles.value} dir="auto" title={children.length > 2 * mostSeen ? children : undefined}>
        {children}
      </span>
    </Menu.RadioItem>
  );
}

/** Values that were seen, each with how many sessions have it. What is chosen is there also when none has it any more. */
export function SeenChoices({
  values,
  chosen,
  nameOf = (value) => value,
  onChoose,
}: {
  values: readonly { value: string; sessions: number }[];
  /** Empty: none of them. */
  chosen: string;
  nameOf?: (value: string) => string;
  onChoose: (value: string) => void;
}) {
  const isGone = chosen !== '' && !values.some(({ value }) => value === chosen);
  return (isGone ? [{ value: chosen, sessions: 0 }, ...values] : values).map(({ value, sessions }) => (
    <Choice
      key={value}
      chosen={value === chosen}
      note={sessions === 1 ? '1 session' : `${writeCount(sessions)} sessions`}
      onChoose={() => onChoose(value)}
    >
      {nameOf(value)}
    </Choice>
  ));
}
