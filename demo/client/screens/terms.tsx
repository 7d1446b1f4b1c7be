import { numbers } from '#release/numbers.ts';
import { euros } from '../money.ts';

/** What an order costs beside its parts, and when nobody has to approve it. */
export function Terms() {
  return (
    <aside className="terms" aria-label="Terms">
      <p>Orders up to {euros(numbers.autoApproveUpToCents)} are approved at once</p>
      <p>
        Free shipping from {euros(numbers.freeShippingFromCents)}, shipping {euros(numbers.shippingCents)} below that
      </p>
      <p>
        At most {numbers.maxLinesPerOrder} lines and {euros(numbers.maxOrderTotalCents)} in one order,{' '}
        {numbers.maxQuantityPerLine} pieces on a line
      </p>
    </aside>
  );
}
