import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { parseSearch } from '@sightglass/wire';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { writeCount } from '../../ui/index.ts';
import { completionAt, type Values } from './completion.ts';
import styles from './search-bar.module.css';

const pauseMs = 350;

/**
 * One search for everything, with names and values offered while one types. It is asked at Enter, or when typing rests on something that
 * can be read; what cannot be read is pointed at. The field follows the URL when that changes by other means.
 */
export function SearchBar({
  value,
  values,
  onChange,
}: {
  value: string;
  values: Values;
  onChange: (search: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const ask = (search: string): void => {
    if (parseSearch(search).error) return;
    asked.current = search.trim();
    onChange(search.trim());
  };
  const askSoon = useDebouncedCallback((search: string, at: number) => {
    // The beginning of a name is no word to look for yet; Enter says that it is one.
    if (!completionAt(search, at, {}).offers.some(({ text }) => text.endsWith(':'))) ask(search);
  }, pauseMs);
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);

  const { error } = parseSearch(typed);
  const { from, to, offers } = completionAt(typed, caret, values);

  function write(text: string): void {
    const next = typed.slice(0, from) + text + typed.slice(to).replace(/^ /, '');
    setTyped(next);
    const at = from + text.length;
    setCaret(at);
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
            aria-label="Search sessions"
            aria-invalid={error !== undefined}
            aria-errormessage={error ? 'search-error' : undefined}
            placeholder='Anything seen, or role:admin status:5xx action:"Submit order" then error:* within 30s'
            maxLength={2_000}
            spellCheck={false}
            autoComplete="off"
            leftSection={<IconSearch size="0.95rem" aria-hidden />}
            classNames={{ input: styles.input ?? '' }}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setCaret(currentTarget.selectionStart ?? currentTarget.value.length);
              list.openDropdown();
              askSoon(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
            onFocus={() => list.openDropdown()}
            onBlur={() => list.closeDropdown()}
            onKeyDown={({ key }) => {
              if (key !== 'Enter' || list.getSelectedOptionIndex() !== -1) return;
              ask(typed);
              list.closeDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offers.length === 0} className={styles.offers ?? ''}>
          <Combobox.Options aria-label="What may be meant">
            {offers.map(({ text, says, sessions }) => (
              <Combobox.Option key={text} value={text} className={styles.offer ?? ''}>
                <code>{text.trim()}</code>
                <span className={styles.says}>{sessions === undefined ? says : writeCount(sessions)}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {error && (
        <p id="search-error" className={styles.error}>
          <span className={styles.at} aria-hidden>
            {typed.slice(0, error.at)}
            <mark>{typed.slice(error.at, Math.max(error.end, error.at + 1)) || ' '}</mark>
            {typed.slice(Math.max(error.end, error.at + 1))}
          </span>
          {error.message}
        </p>
      )}
    </div>
  );
}
