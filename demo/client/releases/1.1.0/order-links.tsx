import { Link } from '../../router.tsx';

export function OrderLinks({ orderId }: { orderId: number }) {
  return (
    <p className="aside">
      <Link to={`/orders/${orderId}/history`}>History of this order</Link>
    </p>
  );
}
