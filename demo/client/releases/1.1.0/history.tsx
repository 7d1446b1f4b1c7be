import { useDesk } from '../../desk.tsx';
import { Link } from '../../router.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useLoaded } from '../../use-loaded.ts';

interface HistoryPage {
  items: { at: string; by: string | null; what: string }[];
}

export function HistoryScreen({ params }: { params: Record<string, string> }) {
  const { calls } = useDesk();
  const orderId = params.orderId ?? '';
  const history = useLoaded(() => calls.request<HistoryPage>('GET', `/api/orders/${orderId}/history`), [orderId]);
  return (
    <Screen title="History" back={<Link to={`/orders/${orderId}`}>Back to the order</Link>}>
      <Refusal of={history.refusal} />
      <ol className="history">
        {history.value?.items.map((item) => (
          <li key={`${item.at} ${item.what}`}>
            <time dateTime={item.at}>{item.at.slice(0, 16).replace('T', ' ')}</time> {item.what}
            {item.by === null ? ' by the warehouse' : ''}
          </li>
        ))}
      </ol>
    </Screen>
  );
}
