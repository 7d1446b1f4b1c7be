import { answerCall } from '../server/desk/calls.ts';
import type { Desk } from '../server/desk/desk.ts';
import { numbersOf } from '../server/desk/numbers.ts';
import { totalOf } from '../server/desk/present.ts';
import type { Order, Part, User } from '../server/desk/shapes.ts';

/**
 * Makes a call on a desk for somebody who is not in the browser: what a visitor finds when coming, and what others do meanwhile.
 * The desk's own rules hold. @throws when the desk refuses: then the journey's set-up is wrong.
 */
export function callAs(desk: Desk, user: User, method: string, path: string, body?: unknown): unknown {
  const query = new URLSearchParams();
  const ask = (authorization: string | undefined, how: string, where: string, given: unknown) => {
    const answer = answerCall(desk, { method: how, path: where, query, authorization, body: given });
    if (!answer || answer.status >= 400)
      throw new Error(`${user.email}: ${how} ${where} was refused: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  // The answer of a sign-in is the desk's own, so its shape is known.
  const session = ask(undefined, 'POST', '/api/session', { email: user.email, password: user.password }) as {
    token: string;
  };
  return ask(`Bearer ${session.token}`, method, path, body);
}

const dayMs = 86_400_000;
export const dayFrom = (now: number, days: number): string => new Date(now + days * dayMs).toISOString().slice(0, 10);

/** An order of one's own with the given lines, still a draft. */
export function draftOf(desk: Desk, user: User, reference: string, lines: [part: Part, quantity: number][]): Order {
  const made = callAs(desk, user, 'POST', '/api/orders', {
    reference,
    neededBy: dayFrom(desk.clock.now(), 9),
    deliveryAddress: { street: 'Werkhof 4', city: 'Leipzig', postcode: '04109', country: 'DE' },
  }) as { orderId: number };
  for (const [part, quantity] of lines)
    callAs(desk, user, 'POST', `/api/orders/${made.orderId}/lines`, { partNo: part.partNo, quantity });
  const order = desk.orders.get(made.orderId);
  if (!order) throw new Error(`Order ${made.orderId} is not there`);
  return order;
}

/** The same, submitted; large enough for an admin to decide. */
export function submittedOf(desk: Desk, user: User, reference: string): Order {
  const order = draftOf(desk, user, reference, [
    [dear(desk), 2],
    ...sellable(desk)
      .slice(4, 7)
      .map((part): [Part, number] => [part, 4]),
  ]);
  callAs(desk, user, 'POST', `/api/orders/${order.orderId}/submit`);
  return order;
}

export function rejectedOf(desk: Desk, user: User, reference: string): Order {
  const order = submittedOf(desk, user, reference);
  callAs(desk, adminOf(desk), 'POST', `/api/orders/${order.orderId}/decision`, {
    decision: 'reject',
    reason: 'Please leave out what is still in stock',
  });
  return order;
}

/** A draft with as many lines as an order holds. */
export function fullDraftOf(desk: Desk, user: User, reference: string): Order {
  const { maxLinesPerOrder } = numbersOf(desk.release);
  const cheap = sellable(desk).filter((part) => part.priceCents < 2_000);
  return draftOf(
    desk,
    user,
    reference,
    Array.from({ length: maxLinesPerOrder }, (_, index) => [cheap[index % cheap.length] ?? dear(desk), 2]),
  );
}

/** A draft so near the highest total that one more of the dearest part is too much. */
export function nearlyTooDearOf(desk: Desk, user: User, reference: string): Order {
  const part = dear(desk);
  const fits = Math.floor(numbersOf(desk.release).maxOrderTotalCents / part.priceCents);
  const order = draftOf(desk, user, reference, [[part, fits]]);
  if (totalOf(order) + part.priceCents <= numbersOf(desk.release).maxOrderTotalCents)
    throw new Error('The draft is not near the limit');
  return order;
}

export function adminOf(desk: Desk): User {
  const admin = [...desk.users.values()].find((user) => user.role === 'admin' && user.active);
  if (!admin) throw new Error('Nobody is admin');
  return admin;
}

/** Parts that can be ordered in any even number up to 50, dearest last. */
export function sellable(desk: Desk): Part[] {
  return [...desk.parts.values()]
    .filter((part) => !part.discontinued && part.stock >= 60)
    .sort((a, b) => a.priceCents - b.priceCents);
}

/** The dearest part that is sold one by one. */
export function dear(desk: Desk): Part {
  const part = sellable(desk)
    .filter((one) => one.unit !== 'pair')
    .at(-1);
  if (!part) throw new Error('Nothing dear is for sale');
  return part;
}
