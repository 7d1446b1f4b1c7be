import { useEffect, useState } from 'react';
import { useDesk } from '../desk.tsx';
import type { Order, OrderLine } from '../entities.ts';
import { broken } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import { euros } from '../money.ts';
import { Field } from '../ui/field.tsx';

const rules = formRules['add-line'].filter((rule) => rule.field === 'quantity');

interface LinesProps {
  order: Order;
  editable: boolean;
  act(call: () => Promise<Order | undefined>): Promise<boolean>;
}

export function Lines({ order, editable, act }: LinesProps) {
  const { calls } = useDesk();
  if (order.lines.length === 0) return <p className="empty">No lines yet</p>;
  return (
    <table>
      <caption>
        {order.lines.length} {order.lines.length === 1 ? 'line' : 'lines'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Quantity</th>
          <th scope="col" className="number">
            Each
          </th>
          <th scope="col" className="number">
            Sum
          </th>
          {editable && <td />}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.lineNo}>
            <td className="code">{line.partNo}</td>
            <td>
              {editable ? (
                <LineQuantity
                  line={line}
                  onChange={(quantity) => act(() => calls.editLine(order.orderId, line.lineNo, quantity))}
                />
              ) : (
                line.quantity
              )}
            </td>
            <td className="number">{euros(line.unitPriceCents)}</td>
            <td className="number">{euros(line.lineTotalCents)}</td>
            {editable && (
              <td>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => act(() => calls.removeLine(order.orderId, line.lineNo))}
                >
                  Remove line
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sent when the person leaves the field; put back when the desk says no. */
function LineQuantity({ line, onChange }: { line: OrderLine; onChange(quantity: number): Promise<boolean> }) {
  const { clock } = useDesk();
  const [quantity, setQuantity] = useState(`${line.quantity}`);
  const [message, setMessage] = useState<string>();
  useEffect(() => setQuantity(`${line.quantity}`), [line.quantity]);

  async function leave(): Promise<void> {
    if (Number(quantity) === line.quantity) return;
    const found = broken(rules, { quantity }, clock.now());
    setMessage(found.quantity);
    if (!found.quantity && !(await onChange(Number(quantity)))) setQuantity(`${line.quantity}`);
  }

  return (
    <Field
      label="Quantity"
      name="quantity"
      type="number"
      value={quantity}
      message={message}
      rules={rules}
      onValue={setQuantity}
      onLeave={leave}
    />
  );
}
