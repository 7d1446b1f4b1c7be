import type { OrderState } from '../entities.ts';

export const StateBadge = ({ state }: { state: OrderState }) => <span className={`badge badge-${state}`}>{state}</span>;
