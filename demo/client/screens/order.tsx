import { useEffect, useState } from 'react';
import { numbers } from '#release/numbers.ts';
import { OrderLinks } from '#release/order-links.tsx';
import { orderStates } from '#release/states.ts';
import { useDesk } from '../desk.tsx';
import type { Order } from '../entities.ts';
import { euros } from '../money.ts';
import type { CallRefused } from '../request.ts';
import { Link } from '../router.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { asRefusal, useLoaded } from '../use-loaded.ts';
import { AddLine } from './add-line.tsx';
import { Decision } from './decision.tsx';
import { Lines } from './lines.tsx';
import { Terms } from './terms.tsx';

export function OrderScreen({ params }: { params: Record<string, string> }) {
  const { calls, clock, may, user } = useDesk();
  const orderId = Number(params.orderId);
  const loaded = useLoaded(() => calls.getOrder(orderId), [orderId]);
  const [refusal, setRefusal] = useState<CallRefused>();
  const order = loaded.value;
  const { reload, set } = loaded;

  // An open order changes without us: the warehouse ships it, an admin decides.
  const settled = order === undefined || orderStates.final.includes(order.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (!settled) return clock.after(numbers.orderPollSeconds * 1000, reload);
  }, [settled, order, clock, reload]);

  /** Runs one call and shows what came of it: the order as it is now, or why not. */
  async function act(call: () => Promise<Order | undefined>): Promise<boolean> {
    setRefusal(undefined);
    try {
      const fresh = await call();
      if (fresh) set(fresh);
      else reload();
      return true;
    } catch (cause) {
      setRefusal(asRefusal(cause));
      return false;
    }
  }

  if (!order)
    return (
      <Screen title="Order" back={<Link to="/orders">All orders</Link>}>
        <Refusal of={loaded.refusal} />
      </Screen>
    );

  const own = user?.role === 'admin' || order.createdBy === user?.userId;
  const can = (by: 'submit' | 'cancel' | 'decide') =>
    own &&
    orderStates.transitions.some(
      (step) => step.by === by && step.from === order.state && user && step.roles.includes(user.role),
    );
  const editable = own && may('addLine') && can('submit');
  return (
    <Screen title="Order" back={<Link to="/orders">All orders</Link>} aside={<StateBadge state={order.state} />}>
      <Refusal of={refusal} />
      <div className="columns">
        <section className="card">
          <h2>
            {order.reference} <small className="code">{order.orderId}</small>
          </h2>
          <Lines order={order} editable={editable} act={act} />
          {editable && <AddLine orderId={order.orderId} onAdded={set} />}
          <div className="buttons">
            {can('submit') && (
              <button type="button" onClick={() => act(() => calls.submit(order.orderId))}>
                Submit order
              </button>
            )}
            {can('cancel') && (
              <button type="button" className="danger" onClick={() => act(() => calls.cancel(order.orderId))}>
                Cancel order
              </button>
            )}
          </div>
        </section>
        <div className="stack">
          {may('decide') && order.state === 'submitted' && <Decision orderId={order.orderId} onDecided={set} />}
          <Delivery order={order} />
          <OrderLinks orderId={order.orderId} />
          <Terms />
        </div>
      </div>
    </Screen>
  );
}

function Delivery({ order }: { order: Order }) {
  const { street, postcode, city, country } = order.deliveryAddress;
  return (
    <section className="card">
      <h2>Delivery</h2>
      <p>
        {street}
        <br />
        {postcode} {city}, {country}
      </p>
      <p>Needed by {order.neededBy ?? 'any day'}</p>
      {order.note && <p className="note">{order.note}</p>}
      <p>
        Total {euros(order.totalCents)}, shipping {order.shippingCents === 0 ? 'free' : euros(order.shippingCents)}
      </p>
      {order.decision && (
        <p className="decision">
          {order.decision.approved ? 'Approved' : 'Rejected'} on {order.decision.at.slice(0, 10)}
          {order.decision.reason ? `: ${order.decision.reason}` : ''}
        </p>
      )}
    </section>
  );
}
