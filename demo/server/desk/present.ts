import type { Desk } from './desk.ts';
import { numbersOf } from './numbers.ts';
import type { Category, Order, Part, Supplier, User } from './shapes.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The sum of an order's lines in cents, without shipping. */
export const totalOf = (order: Order): number =>
  order.lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0);

export function showPart(desk: Desk, part: Part) {
  const { packSize, weightGrams, updatedAt, ...rest } = part;
  const own = desk.release === '1.1.0' ? { packSize } : { weightGrams };
  return { ...rest, ...own, updatedAt: iso(updatedAt) };
}

export function showCategory(desk: Desk, category: Category) {
  let partCount = 0;
  for (const part of desk.parts.values()) if (part.category === category.slug) partCount += 1;
  return { ...category, partCount };
}

export const showSupplier = (supplier: Supplier) => ({ ...supplier });

export function showOrderHead(desk: Desk, order: Order) {
  const numbers = numbersOf(desk.release);
  const totalCents = totalOf(order);
  const { orderId, reference, state, createdBy, createdAt, neededBy, deliveryAddress, note, decision } = order;
  return {
    orderId,
    reference,
    state,
    createdBy,
    createdAt: iso(createdAt),
    neededBy,
    deliveryAddress,
    ...(note === undefined ? {} : { note }),
    totalCents,
    shippingCents: totalCents === 0 || totalCents >= numbers.freeShippingFromCents ? 0 : numbers.shippingCents,
    decision: decision && {
      by: decision.by,
      at: iso(decision.at),
      approved: decision.approved,
      ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    },
  };
}

export function showOrder(desk: Desk, order: Order) {
  const lines = order.lines.map((line) => ({ ...line, lineTotalCents: line.quantity * line.unitPriceCents }));
  return { ...showOrderHead(desk, order), lines };
}

export function showHistory(order: Order) {
  return { items: order.history.map((item) => ({ ...item, at: iso(item.at) })) };
}

export function showUser(user: User) {
  const { password: _, lastSeenAt, ...rest } = user;
  return { ...rest, lastSeenAt: lastSeenAt === null ? null : iso(lastSeenAt) };
}

/** One page of a list, counted from 1; past the end it is empty. */
export function pageOf<T>(desk: Desk, all: T[], page: number) {
  const { pageSize } = numbersOf(desk.release);
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    page,
    pages: Math.max(1, Math.ceil(all.length / pageSize)),
  };
}
