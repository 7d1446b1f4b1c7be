import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { parseSearch } from '@sightglass/wire';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

const pauseMs = 350;

/**
 * The one search of docs/search.md, asked of errors and failed calls. It is asked when typing rests on something that can be read; what
 * cannot be read is said. The field follows the address when that changes by other means.
 */
export function SearchField({
  value,
  field,
  onChange,
}: {
  value: string;
  field: RefObject<HTMLInputElement | null>;
  onChange: (search: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const ask = (search: string): void => {
    if (parseSearch(search).error) return;
    asked.current = search.trim();
    onChange(search.trim());
  };
  const askSoon = useDebouncedCallback(ask, pauseMs);
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  const { error } = parseSearch(typed);
  return (
    <TextInput
      ref={field}
      type="search"
      size="sm"
      aria-label="Search issues"
      placeholder="Words, or error:TypeError route:/orders status:5xx browser:Safari"
      maxLength={2_000}
      spellCheck={false}
      autoComplete="off"
      leftSection={<IconSearch size="0.95rem" aria-hidden />}
      value={typed}
      error={error?.message}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        askSoon(currentTarget.value);
      }}
      onKeyDown={({ key }) => key === 'Enter' && ask(typed)}
    />
  );
}
