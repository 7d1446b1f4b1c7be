import { useState } from 'react';
import { useDesk } from '../desk.tsx';
import { euros } from '../money.ts';
import { Choice } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { useLoaded } from '../use-loaded.ts';

export function SpendScreen() {
  const { calls, clock } = useDesk();
  const [months] = useState(() => lastMonths(clock.now()));
  const [chosen, setChosen] = useState(months[0] ?? '');
  const [shown, setShown] = useState(chosen);
  const spend = useLoaded(() => calls.spend(shown), [shown]);
  const largest = Math.max(1, ...(spend.value?.byCategory.map((row) => row.totalCents) ?? []));
  return (
    <Screen title="Spend">
      <div className="filters">
        <Choice label="Month" name="month" value={chosen} options={months} onValue={setChosen} />
        <button type="button" onClick={() => (chosen === shown ? spend.reload() : setShown(chosen))}>
          Show
        </button>
      </div>
      <Refusal of={spend.refusal} />
      {spend.value && (
        <section className="card">
          <h2>
            {euros(spend.value.totalCents)} in {spend.value.orders} orders of {spend.value.month}
          </h2>
          <table>
            <caption>By category</caption>
            <tbody>
              {spend.value.byCategory.map((row) => (
                <tr key={row.category}>
                  <th scope="row">{row.name}</th>
                  <td>
                    <meter min={0} max={largest} value={row.totalCents} aria-label={row.name} />
                  </td>
                  <td className="number">{euros(row.totalCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Screen>
  );
}

/** This month and the eleven before it, as `yyyy-mm`. */
function lastMonths(now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
