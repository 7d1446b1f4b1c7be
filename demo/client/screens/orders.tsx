import { useDesk } from '../desk.tsx';
import { euros } from '../money.ts';
import { withQuery } from '../request.ts';
import { Link, useRouter } from '../router.tsx';
import { Choice } from '../ui/field.tsx';
import { Pager } from '../ui/pager.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useLoaded } from '../use-loaded.ts';

const states: [string, string][] = [
  ['', 'all'],
  ['draft', 'draft'],
  ['submitted', 'submitted'],
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['shipped', 'shipped'],
  ['cancelled', 'cancelled'],
];

export function OrdersScreen() {
  const { calls, may } = useDesk();
  const { search, go } = useRouter();
  const state = search.get('state') ?? '';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const orders = useLoaded(() => calls.listOrders({ state, page }), [state, page]);
  const to = (changed: { state?: string; page?: number }) => withQuery('/orders', { state, ...changed });
  return (
    <Screen
      title="Orders"
      aside={
        may('createOrder') && (
          <Link to="/orders/new" className="button">
            New order
          </Link>
        )
      }
    >
      <div className="filters">
        <Choice
          label="State"
          name="state"
          value={state}
          options={states}
          onValue={(chosen) => go(to({ state: chosen }))}
        />
      </div>
      <Refusal of={orders.refusal} />
      {orders.value && (
        <>
          <table>
            <caption>Newest first</caption>
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Reference</th>
                <th scope="col">State</th>
                <th scope="col">Needed by</th>
                <th scope="col" className="number">
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.value.items.map((order) => (
                <tr key={order.orderId}>
                  <td className="code">{order.orderId}</td>
                  <td>
                    <Link to={`/orders/${order.orderId}`}>{order.reference}</Link>
                  </td>
                  <td>
                    <StateBadge state={order.state} />
                  </td>
                  <td>{order.neededBy ?? 'any day'}</td>
                  <td className="number">{euros(order.totalCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager page={orders.value.page} pages={orders.value.pages} onNext={() => go(to({ page: page + 1 }))} />
        </>
      )}
    </Screen>
  );
}
