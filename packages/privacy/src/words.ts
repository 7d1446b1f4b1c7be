/** `orderState`, `order_state`, `order-state`, `ORDER_STATE`: `order state`. */
export function spoken(name: string): string {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
}
