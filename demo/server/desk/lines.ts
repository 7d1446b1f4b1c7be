import { type Answer, created, noContent, ok, type Refusal, refuse } from './answer.ts';
import type { Call } from './call.ts';
import { asBody, checkLine, checkQuantity, notInPairs, textOf } from './checks.ts';
import { numbersOf } from './numbers.ts';
import { mayChange, orderAt } from './orders.ts';
import { showOrder, totalOf } from './present.ts';
import type { Order } from './shapes.ts';

export function addLine(call: Call): Answer {
  const { desk } = call;
  const order = orderAt(call);
  const closed = whyClosed(call, order);
  if (!order || closed) return refuse(desk.release, closed ?? 'ORDER_NOT_FOUND');
  const given = asBody(call.body);
  const refused = checkLine(desk.release, given);
  if (refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  const numbers = numbersOf(desk.release);
  const part = desk.parts.get(textOf(given.partNo));
  const quantity = Number(given.quantity);
  if (!part) return refuse(desk.release, 'PART_NOT_FOUND');
  if (part.discontinued) return refuse(desk.release, 'PART_DISCONTINUED');
  if (part.unit === 'pair' && quantity % 2 !== 0) return refuse(desk.release, 'VALIDATION_FAILED', [notInPairs]);
  if (quantity > part.stock) return refuse(desk.release, 'STOCK_TOO_LOW');
  if (order.lines.length >= numbers.maxLinesPerOrder) return refuse(desk.release, 'ORDER_LINE_LIMIT');
  if (totalOf(order) + quantity * part.priceCents > numbers.maxOrderTotalCents)
    return refuse(desk.release, 'ORDER_TOTAL_LIMIT');
  const lineNo = Math.max(0, ...order.lines.map((line) => line.lineNo)) + 1;
  order.lines.push({ lineNo, partNo: part.partNo, quantity, unitPriceCents: part.priceCents });
  touched(call, order, `line ${lineNo} added`);
  return created(showOrder(desk, order));
}

export function editLine(call: Call): Answer {
  const { desk } = call;
  const order = orderAt(call);
  const closed = whyClosed(call, order);
  if (!order || closed) return refuse(desk.release, closed ?? 'ORDER_NOT_FOUND');
  const given = asBody(call.body);
  const refused = checkQuantity(desk.release, given.quantity);
  if (refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  const line = order.lines.find((one) => one.lineNo === Number(call.params.lineNo));
  const part = line && desk.parts.get(line.partNo);
  if (!line || !part) return refuse(desk.release, 'ORDER_NOT_FOUND');
  const quantity = Number(given.quantity);
  if (part.unit === 'pair' && quantity % 2 !== 0) return refuse(desk.release, 'VALIDATION_FAILED', [notInPairs]);
  if (quantity > part.stock) return refuse(desk.release, 'STOCK_TOO_LOW');
  line.quantity = quantity;
  touched(call, order, `line ${line.lineNo} changed`);
  return ok(showOrder(desk, order));
}

export function removeLine(call: Call): Answer {
  const order = orderAt(call);
  const closed = whyClosed(call, order);
  if (!order || closed) return refuse(call.desk.release, closed ?? 'ORDER_NOT_FOUND');
  const lineNo = Number(call.params.lineNo);
  order.lines = order.lines.filter((line) => line.lineNo !== lineNo);
  touched(call, order, `line ${lineNo} removed`);
  return noContent;
}

/** Why the lines of an order may not be changed now, if so. */
function whyClosed({ desk, user }: Call, order: Order | undefined): Refusal | undefined {
  if (!order) return 'ORDER_NOT_FOUND';
  if (!mayChange(user, order)) return 'FORBIDDEN';
  if (order.state !== 'draft' && order.state !== 'rejected') return 'ORDER_NOT_EDITABLE';
  const lockMs = numbersOf(desk.release).lockSeconds * 1_000;
  const locked =
    order.editedBy && order.editedBy.userId !== user.userId && desk.clock.now() - order.editedBy.at < lockMs;
  return desk.release === '1.1.0' && locked ? 'ORDER_LOCKED' : undefined;
}

function touched({ desk, user }: Call, order: Order, what: string): void {
  const at = desk.clock.now();
  order.editedBy = { userId: user.userId, at };
  order.history.push({ at, by: user.userId, what });
}
