import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { writeCount } from './figures.ts';
import styles from './search-bar.module.css';

const pauseMs = 350;

/** Something to write in the place of the word under the caret. */
export interface Offer {
  text: string;
  says: string;
  /** How many have it. */
  sessions?: number;
}

/** What reads the search, and knows what may be meant. */
export interface Reader {
  errorIn(search: string): { message: string; at: number; end: number } | undefined;
  completionAt(search: string, caret: number): { from: number; to: number; offers: readonly Offer[] };
  /** What somebody means who pastes something that is no search. */
  meant(pasted: string): string | undefined;
  look(search: string, caret: number): void;
}

/**
 * One search for everything, with names and values offered while one types. It is asked at Enter, or when typing rests on something that
 * can be read; what cannot be read is pointed at. The field follows the URL when that changes by other means.
 */
export function SearchBar({
  label,
  placeholder,
  value,
  reader,
  field: given,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  reader: Reader;
  /** For whoever leads the keyboard there. */
  field?: RefObject<HTMLInputElement | null>;
  /** `isStep`: the way back leads to what was asked before. False while one types on: pauses are no steps. */
  onChange: (search: string, isStep: boolean) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [caret, setCaret] = useState(0);
  const own = useRef<HTMLInputElement>(null);
  const field = given ?? own;
  const errorId = useId();
  const asked = useRef(value);
  const latest = useRef(value);
  const typesOn = useRef(false);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const ask = (search: string): void => {
    if (reader.errorIn(search)) return;
    asked.current = search.trim();
    onChange(search.trim(), !typesOn.current);
    typesOn.current = true;
  };
  const askSoon = useDebouncedCallback((search: string, at: number) => {
    // Something was chosen or asked meanwhile: what was typed before it is past.
    if (search !== latest.current) return;
    // The beginning of a name is no word to look for yet; Enter says that it is one.
    if (!reader.completionAt(search, at).offers.some(({ text }) => text.endsWith(':'))) ask(search);
  }, pauseMs);
  useEffect(() => {
    if (value !== asked.current) {
      latest.current = value;
      setTyped(value);
    }
    asked.current = value;
  }, [value]);

  const error = reader.errorIn(typed);
  const { from, to, offers } = reader.completionAt(typed, caret);

  // Whoever is still choosing what to write has made no mistake yet.
  const toldError = list.dropdownOpened && offers.length > 0 ? undefined : error;

  function stand(text: string, at: number): void {
    setCaret(at);
    reader.look(text, at);
  }

  /** @returns Whether something was meant by it. */
  function askMeant(pasted: string): boolean {
    const search = reader.meant(pasted);
    if (search === undefined) return false;
    latest.current = search;
    setTyped(search);
    stand(search, search.length);
    ask(search);
    typesOn.current = false;
    list.closeDropdown();
    return true;
  }

  function write(text: string): void {
    const next = typed.slice(0, from) + text + typed.slice(to).replace(/^ /, '');
    latest.current = next;
    setTyped(next);
    const at = from + text.length;
    stand(next, at);
    requestAnimationFrame(() => field.current?.setSelectionRange(at, at));
    if (!text.endsWith(':')) ask(next);
    list.resetSelectedOption();
  }

  return (
    <div className={styles.bar}>
      <Combobox store={list} onOptionSubmit={write} withinPortal={false} position="bottom-start">
        <Combobox.Target>
          <TextInput
            ref={field}
            type="search"
            size="sm"
            aria-label={label}
            aria-invalid={toldError !== undefined}
            aria-errormessage={toldError ? errorId : undefined}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            leftSection={<IconSearch size="0.95rem" aria-hidden />}
            classNames={{ input: styles.input ?? '' }}
            value={typed}
            onChange={({ currentTarget }) => {
              latest.current = currentTarget.value;
              setTyped(currentTarget.value);
              stand(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
              list.openDropdown();
              askSoon(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
            }}
            onPaste={(event) => {
              if (typed.trim() === '' && askMeant(event.clipboardData.getData('text'))) event.preventDefault();
            }}
            onSelect={({ currentTarget }) => stand(currentTarget.value, currentTarget.selectionStart ?? 0)}
            onFocus={() => list.openDropdown()}
            onBlur={() => {
              list.closeDropdown();
              typesOn.current = false;
            }}
            onKeyDown={({ key }) => {
              if (key !== 'Enter' || list.getSelectedOptionIndex() !== -1) return;
              if (error !== undefined && askMeant(typed)) return;
              ask(typed);
              typesOn.current = false;
              list.closeDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offers.length === 0} className={styles.offers ?? ''}>
          <Combobox.Options aria-label="What may be meant">
            {offers.map(({ text, says, sessions }) => (
              <Combobox.Option key={text} value={text} className={styles.offer ?? ''}>
                <code>{text.trim()}</code>
                <span className={styles.says}>{says}</span>
                {sessions !== undefined && <span className={styles.count}>{writeCount(sessions)}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {toldError && (
        <p id={errorId} className={styles.error}>
          <span className={styles.at} aria-hidden>
            {typed.slice(0, toldError.at)}
            <mark>{typed.slice(toldError.at, Math.max(toldError.end, toldError.at + 1)) || ' '}</mark>
            {typed.slice(Math.max(toldError.end, toldError.at + 1))}
          </span>
          {toldError.message}
        </p>
      )}
    </div>
  );
}
