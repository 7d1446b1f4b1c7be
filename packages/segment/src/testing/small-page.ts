export const from = 1_790_000_000_000;
export const page = { href: 'http://x/', width: 800, height: 600 };

/** As the store hands it over. */
export const segment = (events: readonly unknown[], seq = 0) => ({
  format: 'sightglass/1' as const,
  seq,
  from,
  until: from + 60_000,
  events,
});

export const small = [
  [0, 0, 1, page, [['html'], ['head'], -1, ['body'], ['main', 'class', 'one'], ['p'], 'Parts on order']],
  [1, 5],
];
