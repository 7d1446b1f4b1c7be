export type SortDirection = 'ascending' | 'descending';
export interface Sort {
  by: string;
  direction: SortDirection;
}

/** An order as an address has it: the name of a column, behind a `-` where the largest come first. */
export function readSort(text: string | undefined): Sort | undefined {
  const [, turned, by] = /^(-?)([\w-]{1,32})$/.exec(text ?? '') ?? [];
  return by === undefined ? undefined : { by, direction: turned === '-' ? 'descending' : 'ascending' };
}

/** And back: the usual order leaves no trace. */
export function writeSort({ by, direction }: Sort, usual: Sort): string | undefined {
  if (by === usual.by && direction === usual.direction) return undefined;
  return direction === 'descending' ? `-${by}` : by;
}

/** Rows by one value of theirs; rows without one (`null`) come last both ways, and equals keep the order they came in. */
export function orderRows<Row>(
  rows: readonly Row[],
  valueIn: (row: Row) => number | string | null,
  direction: SortDirection,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: valueIn(row) }))
    .sort((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      return sign * compare(one.value, other.value);
    })
    .map(({ row }) => row);
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(one: number | string, other: number | string): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : words.compare(String(one), String(other));
}

/** What pressing a column's head leads to: figures begin with the largest, words with A, and a second press turns it round. */
export function nextSort(now: Sort | null, by: string, first: SortDirection): Sort {
  if (now?.by !== by) return { by, direction: first };
  return { by, direction: now.direction === 'ascending' ? 'descending' : 'ascending' };
}
