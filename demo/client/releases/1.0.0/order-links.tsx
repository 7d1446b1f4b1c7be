/** This release links nothing from an order. */
export function OrderLinks(_: { orderId: number }) {
  return null;
}
