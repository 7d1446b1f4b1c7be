import type { Clock, Desk } from '../desk/desk.ts';
import type { Release } from '../desk/shapes.ts';
import { categories, makeParts, makeSuppliers } from './goods.ts';
import { makeOrders } from './orders.ts';
import { makeUsers } from './people.ts';
import { seeded } from './random.ts';

/** A desk as it stands on the first morning: everything from one seed, dates counted back from the clock. */
export function seedDesk(release: Release, clock: Clock, secret: string, seed = 20_260_901): Desk {
  const random = seeded(seed);
  const now = clock.now();
  const suppliers = makeSuppliers(random);
  const parts = makeParts(random, suppliers, now);
  const users = makeUsers(random, now);
  const orders = makeOrders(random, users, parts, release, now);
  return {
    release,
    clock,
    categories,
    parts: new Map(parts.map((part) => [part.partNo, part])),
    suppliers: new Map(suppliers.map((supplier) => [supplier.supplierId, supplier])),
    users: new Map(users.map((user) => [user.userId, user])),
    orders: new Map(orders.map((order) => [order.orderId, order])),
    nextOrderId: 10_121,
    sessions: new Map(),
    attempts: new Map(),
    nextToken: 0,
    secret,
  };
}
