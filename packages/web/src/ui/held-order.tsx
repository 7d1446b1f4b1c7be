import { type ReactNode, useEffect, useRef, useState } from 'react';

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
  const place = useRef<HTMLDivElement>(null);
  // Nobody is told of the focus that goes with a line that is gone.
  useEffect(() => {
    if (isWithin && !place.current?.contains(document.activeElement)) setWithin(false);
  });
  const [order, setOrder] = useState<readonly string[]>([]);
  const places = new Map(order.map((key, at) => [key, at]));
  const placeOf = (row: Row): number => places.get(rowKey(row)) ?? order.length;
  const shown = isOver || isWithin ? rows.toSorted((one, other) => placeOf(one) - placeOf(other)) : rows;
  // As lists: a key that stands twice has two places, and would be asked for again without an end.
  const keys = shown.map(rowKey);
  if (keys.length !== order.length || keys.some((key, at) => key !== order[at])) setOrder(keys);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears who is among the rows, which are what one presses
    <div
      ref={place}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setWithin(true)}
      onBlur={({ currentTarget, relatedTarget }) => setWithin(currentTarget.contains(relatedTarget))}
    >
      {children(shown)}
    </div>
  );
}
