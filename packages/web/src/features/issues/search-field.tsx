import type { RefObject } from 'react';
import { useSearchHelp, useWhere } from '../../client/index.ts';
import { SearchBar } from '../../ui/index.ts';

/** The one search of docs/search.md, asked of errors and failed calls. */
export function SearchField({
  value,
  field,
  onChange,
}: {
  value: string;
  field: RefObject<HTMLInputElement | null>;
  onChange: (search: string, isStep: boolean) => void;
}) {
  const reader = useSearchHelp(useWhere());
  return (
    <SearchBar
      label="Search issues"
      placeholder="Words, or error:TypeError route:/orders status:5xx browser:Safari"
      value={value}
      reader={reader}
      field={field}
      onChange={onChange}
    />
  );
}
