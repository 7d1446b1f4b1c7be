import { type Answer, created, ok, refuse } from './answer.ts';
import type { Call } from './call.ts';
import { asBody, checkDecision, checkOrder, textOf } from './checks.ts';
import { numbersOf } from './numbers.ts';
import { pageNumber } from './parts.ts';
import { pageOf, showHistory, showOrder, showOrderHead, totalOf } from './present.ts';
import type { Order, OrderState, User } from './shapes.ts';

export function listOrders({ desk, query }: Call): Answer {
  const state = query.get('state');
  const found = [...desk.orders.values()].filter((order) => !state || order.state === state);
  found.sort((a, b) => b.createdAt - a.createdAt || b.orderId - a.orderId);
  const page = pageOf(desk, found, pageNumber(query.get('page')));
  return ok({ ...page, items: page.items.map((order) => showOrderHead(desk, order)) });
}

export function createOrder({ desk, user, body }: Call): Answer {
  const given = asBody(body);
  const now = desk.clock.now();
  const refused = checkOrder(desk.release, now, given);
  if (refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  const address = asBody(given.deliveryAddress);
  const order: Order = {
    orderId: desk.nextOrderId,
    reference: textOf(given.reference),
    state: 'draft',
    createdBy: user.userId,
    createdAt: now,
    neededBy: textOf(given.neededBy) || null,
    deliveryAddress: {
      street: textOf(address.street),
      city: textOf(address.city),
      postcode: textOf(address.postcode),
      country: textOf(address.country),
    },
    note: textOf(given.note) || undefined,
    lines: [],
    decision: null,
    history: [{ at: now, by: user.userId, what: 'created' }],
    shipsAt: null,
    editedBy: null,
  };
  desk.nextOrderId += 1;
  desk.orders.set(order.orderId, order);
  return created(showOrder(desk, order));
}

/** The order that the path names, if there is one. */
export const orderAt = ({ desk, params }: Call): Order | undefined => desk.orders.get(Number(params.orderId));

/** People change their own orders; an admin anyone's. */
export const mayChange = (user: User, order: Order): boolean =>
  user.role === 'admin' || order.createdBy === user.userId;

export function getOrder(call: Call): Answer {
  const order = orderAt(call);
  return order ? ok(showOrder(call.desk, order)) : refuse(call.desk.release, 'ORDER_NOT_FOUND');
}

export function orderHistory(call: Call): Answer {
  const order = orderAt(call);
  return order ? ok(showHistory(order)) : refuse(call.desk.release, 'ORDER_NOT_FOUND');
}

function moveTo({ desk, user }: Call, order: Order, state: OrderState): Answer {
  const now = desk.clock.now();
  order.state = state;
  order.history.push({ at: now, by: user.userId, what: state });
  if (state === 'approved') {
    const { shippingAfterSeconds } = numbersOf(desk.release);
    order.shipsAt = now + (shippingAfterSeconds + ((order.orderId * 7) % 26)) * 1_000;
  }
  return ok(showOrder(desk, order));
}

/** A small draft is approved at once; a large one, and whatever was rejected before, waits for an admin. */
export function submit(call: Call): Answer {
  const { desk, user } = call;
  const order = orderAt(call);
  if (!order) return refuse(desk.release, 'ORDER_NOT_FOUND');
  if (!mayChange(user, order)) return refuse(desk.release, 'FORBIDDEN');
  if (order.state !== 'draft' && order.state !== 'rejected') return refuse(desk.release, 'ORDER_NOT_EDITABLE');
  if (order.lines.length === 0) return refuse(desk.release, 'ORDER_EMPTY');
  const small = totalOf(order) <= numbersOf(desk.release).autoApproveUpToCents;
  return moveTo(call, order, small && order.state === 'draft' ? 'approved' : 'submitted');
}

export function decide(call: Call): Answer {
  const { desk, user } = call;
  const order = orderAt(call);
  if (!order) return refuse(desk.release, 'ORDER_NOT_FOUND');
  const given = asBody(call.body);
  const refused = checkDecision(given);
  if (refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  if (order.state !== 'submitted') return refuse(desk.release, 'ORDER_NOT_EDITABLE');
  const approved = given.decision === 'approve';
  const reason = textOf(given.reason) || undefined;
  order.decision = { by: user.userId, at: desk.clock.now(), approved, reason };
  return moveTo(call, order, approved ? 'approved' : 'rejected');
}

export function cancel(call: Call): Answer {
  const { desk, user } = call;
  const order = orderAt(call);
  if (!order) return refuse(desk.release, 'ORDER_NOT_FOUND');
  if (!mayChange(user, order)) return refuse(desk.release, 'FORBIDDEN');
  const late = desk.release === '1.1.0' && order.state === 'approved' && user.role === 'admin';
  if (order.state !== 'draft' && order.state !== 'submitted' && !late)
    return refuse(desk.release, 'ORDER_NOT_CANCELLABLE');
  return moveTo(call, order, 'cancelled');
}
