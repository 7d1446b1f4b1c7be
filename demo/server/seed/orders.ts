import type { Order, OrderState, Part, Release, User } from '../desk/shapes.ts';
import type { Random } from './random.ts';

const dayMs = 86_400_000;
const references = ['Kitchen', 'Wardrobe', 'Shop counter', 'Bench', 'Library', 'Reception', 'Bunk bed', 'Sideboard'];
const streets = ['Lindenweg', 'Hafenstrasse', 'Marktgasse', 'Dorpsstraat', 'Am Bahnhof', 'Werkhof'];
const cities: [city: string, postcode: string, country: string][] = [
  ['Leipzig', '04109', 'DE'],
  ['Bremen', '28195', 'DE'],
  ['Linz', '40200', 'AT'],
  ['Basel', '40510', 'CH'],
  ['Utrecht', '35110', 'NL'],
];
/** How many of each: shipped most, as in a desk that has run for a year. */
const states: [OrderState, number][] = [
  ['shipped', 52],
  ['approved', 16],
  ['submitted', 16],
  ['draft', 14],
  ['rejected', 11],
  ['cancelled', 11],
];

/** 120 orders of the last 11 months, oldest first, so that ids and dates agree. */
export function makeOrders(random: Random, users: User[], parts: Part[], release: Release, now: number): Order[] {
  const members = users.filter((user) => user.role === 'member').slice(0, -1);
  const admin = users.find((user) => user.role === 'admin');
  const sold = parts.filter((part) => !part.discontinued && part.stock > 50);
  const bag = states.flatMap(([state, count]) => Array.from({ length: count }, () => state));
  for (let index = bag.length - 1; index > 0; index -= 1) {
    const other = random.between(0, index);
    [bag[index], bag[other]] = [bag[other] ?? 'draft', bag[index] ?? 'draft'];
  }
  return bag.map((state, index): Order => {
    const createdAt = now - Math.round(((120 - index) / 120) * 330 * dayMs) + random.between(0, dayMs / 3);
    const by = random.pick(members).userId;
    const [city, postcode, country] = random.pick(cities);
    const large = state === 'submitted' || state === 'rejected' || random.next() < 0.3;
    const lines = Array.from({ length: large ? random.between(4, 9) : random.between(1, 3) }, (_, line) => {
      const part = random.pick(sold);
      const quantity = (large ? random.between(6, 24) : random.between(1, 6)) * 2;
      return { lineNo: line + 1, partNo: part.partNo, quantity, unitPriceCents: part.priceCents };
    });
    const decided = state === 'rejected' || (large && (state === 'approved' || state === 'shipped'));
    const reason = state === 'rejected' ? 'Over the budget of this quarter' : undefined;
    const needed = state === 'draft' && release === '1.0.0' && index % 2 === 0 ? null : dateOf(createdAt + 12 * dayMs);
    const history = [{ at: createdAt, by, what: 'created' }];
    if (state !== 'draft') history.push({ at: createdAt + 3_600_000, by, what: state });
    return {
      orderId: 10_001 + index,
      reference: `${random.pick(references)} ${random.between(1, 90)}`,
      state,
      createdBy: by,
      createdAt,
      neededBy: needed,
      deliveryAddress: { street: `${random.pick(streets)} ${random.between(1, 120)}`, city, postcode, country },
      note: index % 3 === 0 ? 'Deliver to the back door' : undefined,
      lines,
      decision: decided && admin ? { by: admin.userId, at: createdAt + 7_200_000, approved: !reason, reason } : null,
      history,
      shipsAt: null,
      editedBy: null,
    };
  });
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
