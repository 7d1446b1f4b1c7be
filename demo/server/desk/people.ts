import { type Answer, ok, refuse } from './answer.ts';
import type { Call } from './call.ts';
import { asBody, checkUser } from './checks.ts';
import { showUser, totalOf } from './present.ts';
import type { Role } from './shapes.ts';

export const me = ({ user }: Call): Answer => ok(showUser(user));

export function listUsers({ desk }: Call): Answer {
  return ok({ items: [...desk.users.values()].map(showUser) });
}

export function editUser({ desk, params, body }: Call): Answer {
  const user = desk.users.get(params.userId ?? '');
  const given = asBody(body);
  const refused = checkUser(given);
  if (!user || refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  // The check above let only the three roles and booleans pass.
  const role = (given.role ?? user.role) as Role;
  const active = (given.active ?? user.active) as boolean;
  const staysAdmin = role === 'admin' && active;
  const others = [...desk.users.values()].filter((one) => one.role === 'admin' && one.active && one !== user);
  if (user.role === 'admin' && user.active && !staysAdmin && others.length === 0)
    return refuse(desk.release, 'LAST_ADMIN');
  user.role = role;
  user.active = active;
  return ok(showUser(user));
}

/** What was approved or shipped of the orders created in one month (`yyyy-mm`). */
export function spend({ desk, params }: Call): Answer {
  const month = params.month ?? '';
  const orders = [...desk.orders.values()].filter(
    (order) =>
      (order.state === 'approved' || order.state === 'shipped') &&
      new Date(order.createdAt).toISOString().startsWith(`${month}-`),
  );
  const byCategory = desk.categories.map(({ slug, name }) => ({ category: slug, name, totalCents: 0 }));
  for (const line of orders.flatMap((order) => order.lines)) {
    const row = byCategory.find((one) => one.category === desk.parts.get(line.partNo)?.category);
    if (row) row.totalCents += line.quantity * line.unitPriceCents;
  }
  return ok({
    month,
    totalCents: orders.reduce((sum, order) => sum + totalOf(order), 0),
    orders: orders.length,
    byCategory,
  });
}
