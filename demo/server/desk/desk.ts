import type { Category, Order, Part, Release, Supplier, User } from './shapes.ts';

/** A clock the caller owns: epoch milliseconds. */
export interface Clock {
  now(): number;
}

/** Everything one desk holds, in memory. Two desks share nothing, so each of the visitors' sessions has its own. */
export interface Desk {
  release: Release;
  clock: Clock;
  categories: Category[];
  parts: Map<string, Part>;
  suppliers: Map<string, Supplier>;
  users: Map<string, User>;
  orders: Map<number, Order>;
  nextOrderId: number;
  /** Signed-in people by token. */
  sessions: Map<string, { userId: string; usedAt: number }>;
  /** Wrong sign-ins by e-mail. */
  attempts: Map<string, { wrong: number; lockedUntil: number }>;
  /** A number never used before on this desk; tokens are made of it and of `secret`. */
  nextToken: number;
  secret: string;
}

/** The warehouse sends what is due. There is no call for it: a refresh of the order shows it. */
export function shipWhatIsDue(desk: Desk): void {
  const now = desk.clock.now();
  for (const order of desk.orders.values()) {
    if (order.state !== 'approved' || order.shipsAt === null || order.shipsAt > now) continue;
    order.state = 'shipped';
    order.history.push({ at: order.shipsAt, by: null, what: 'shipped' });
  }
}
