import type { EpochMs, ReplayEvent } from '@sightglass/wire';

/** A drawing that was kept, as an event that rrweb leaves to whoever knows its tag. */
export interface KeptDrawing {
  /** As attributes of `use` have it, with `#` and the name of a part behind it. */
  address: string;
  data: string;
}

const custom = 5;
const tag = 'sightglass:drawing';

/** Of what a `use` shows its attribute says an address. What is there is told once, however many show a part of it. */
export function tellDrawing([address, data]: [address: string, data: string], at: EpochMs): ReplayEvent {
  return { type: custom, timestamp: at, data: { tag, payload: { address, data } satisfies KeptDrawing } };
}

/** @returns the drawing that an event brings; undefined for any other event. */
export function drawingIn({ type, data }: Pick<ReplayEvent, 'type' | 'data'>): KeptDrawing | undefined {
  const { tag: is, payload } = (type === custom && data ? data : {}) as { tag?: unknown; payload?: unknown };
  if (is !== tag) return undefined;
  const { address, data: drawing } = (payload ?? {}) as Record<string, unknown>;
  return typeof address === 'string' && typeof drawing === 'string' ? { address, data: drawing } : undefined;
}
