/** Every number that decides something, in one place. */
export const numbers = {
  pageSize: 25,
  maxLinesPerOrder: 50,
  maxQuantityPerLine: 200,
  maxOrderTotalCents: 1_500_000,
  autoApproveUpToCents: 100_000,
  freeShippingFromCents: 25_000,
  shippingCents: 690,
  minLeadDays: 2,
  signInAttempts: 5,
  signInLockMinutes: 15,
  sessionMinutes: 30,
  orderPollSeconds: 20,
  searchDebounceMilliseconds: 300,
  requestTimeoutMilliseconds: 10_000,
};
