import type { Release } from './shapes.ts';

const numbers = {
  pageSize: 25,
  maxLinesPerOrder: 30,
  maxQuantityPerLine: 200,
  maxOrderTotalCents: 1_500_000,
  autoApproveUpToCents: 100_000,
  freeShippingFromCents: 25_000,
  shippingCents: 690,
  minLeadDays: 2,
  signInAttempts: 5,
  signInLockMinutes: 15,
  sessionMinutes: 30,
  maxPriceCents: 500_000,
  /** The warehouse needs this long at least, and at most `+ 25`. */
  shippingAfterSeconds: 12,
  /** Since 1.1.0: how long a change of lines keeps others out. */
  lockSeconds: 60,
};

export function numbersOf(release: Release): typeof numbers {
  return release === '1.1.0' ? { ...numbers, maxLinesPerOrder: 50 } : numbers;
}
