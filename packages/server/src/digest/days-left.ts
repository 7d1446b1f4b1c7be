import type { DaysLeft } from './face.ts';

/** Several who make past days ready, told as one. @param onLeft - Told of all of them together whenever one of them tells. */
export function addUpDaysLeft(onLeft: (left: DaysLeft) => void): (of: string) => (left: DaysLeft) => void {
  const lefts = new Map<string, DaysLeft>();
  const sum = (figure: keyof DaysLeft): number => [...lefts.values()].reduce((all, one) => all + one[figure], 0);
  return (of) => (left) => {
    lefts.set(of, left);
    onLeft({ left: sum('left'), all: sum('all') });
  };
}
