import { type ReactNode, useState } from 'react';

/**
 * Rows that come in an order of their own, which changes while one looks: as long as the pointer or the keyboard is among them they stay
 * as they stand, and new ones come last. Who aims at a line does not open the one that has come into its place.
 */
export function HeldOrder<Row>({
  rows,
  rowKey,
  children,
}: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const [isWithin, setWithin] = useState(false);
  const [order, setOrder] = useState<ReadonlyMap<string, number>>(new Map());
  const placeOf = (row: Row): number => order.get(rowKey(row)) ?? order.size;
  const shown = isOver || isWithin ? rows.toSorted((one, other) => placeOf(one) - placeOf(other)) : rows;
  if (shown.length !== order.size || shown.some((row, at) => order.get(rowKey(row)) !== at))
    setOrder(new Map(shown.map((row, at) => [rowKey(row), at])));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears who is among the rows, which are what one presses
    <div
      onPointerEnter={() => setOver(true)}
      onPointerLeave={({ currentTarget }) => {
        setOver(false);
        // Nobody is told of the focus that goes with a line that is gone.
        setWithin(currentTarget.contains(document.activeElement));
      }}
      onFocus={() => setWithin(true)}
      onBlur={({ currentTarget, relatedTarget }) => setWithin(currentTarget.contains(relatedTarget))}
    >
      {children(shown)}
    </div>
  );
}
