import type { ReplayEvent } from '@sightglass/wire';
import { type Fields, fieldsAt, isFields } from '../fields.ts';
import { createChanges, viewportOf } from './from-change.ts';
import { createV1 } from './from-v1.ts';
import { unwrap } from './wrapped.ts';

/**
 * Makes rrweb's events of one page's stored segments. They build on each other, so they are given in the order of their numbers and
 * each once; after a hole nothing is shown until the page is told whole again.
 */
export interface ReplayLifter {
  /** Events that are no stored records pass as they are. */
  lift(seq: number, events: readonly ReplayEvent[]): ReplayEvent[];
}

const rrweb = { full: 2, incremental: 3, meta: 4, custom: 5 } as const;
/** Datadog's record types; from 6 on they are not rrweb's. */
const record = {
  full: 2,
  incremental: 3,
  meta: 4,
  focus: 6,
  viewEnd: 7,
  viewport: 8,
  frustration: 9,
  change: 12,
} as const;
/** Incremental sources that mean the same to both, but for the ids of nodes. */
const alike = new Set([1, 2, 3, 4, 6, 7, 8]);
const changeFormat = 1;

export function createReplayLifter(): ReplayLifter {
  const changes = createChanges();
  const v1 = createV1();
  let next = 0;
  let base = '';
  /** Whether it is known what the page is. */
  let whole = false;

  function liftOne(event: ReplayEvent): ReplayEvent[] {
    const given = unwrap(event);
    if (given === undefined) return [event];
    const { timestamp } = event;
    const data = given.data;
    const tell = (type: number, told: unknown): ReplayEvent => ({ type, timestamp, data: told });
    const custom = (tag: string, payload: unknown): ReplayEvent[] => [
      tell(rrweb.custom, { tag: `datadog.${tag}`, payload }),
    ];
    switch (given.type) {
      case record.meta:
        base = String(fieldsAt(given, 'data').href ?? '');
        return [tell(rrweb.meta, { ...fieldsAt(given, 'data'), href: base })];
      case record.full: {
        const made =
          given.format === changeFormat ? changes.snapshot(data, base) : v1.snapshot(fieldsAt(given, 'data'), base);
        whole = made !== undefined;
        if (made === undefined) return [];
        return [tell(rrweb.full, made.data), ...made.after.map((after) => tell(rrweb.incremental, after))];
      }
      case record.change: {
        if (!whole) return [];
        const viewport = viewportOf(data);
        const told = changes.apply(data, base).map((one) => tell(rrweb.incremental, one));
        return viewport === undefined ? told : [...told, ...custom('visual-viewport', viewport)];
      }
      case record.incremental:
        return whole && isFields(data) ? incremental(data, tell, custom) : [];
      case record.focus:
        return custom('focus', data);
      case record.viewEnd:
        return custom('view-end', {});
      case record.viewport:
        return custom('visual-viewport', data);
      case record.frustration:
        return custom('frustration', data);
      default:
        return [event];
    }
  }

  function incremental(
    data: Fields,
    tell: (type: number, told: unknown) => ReplayEvent,
    custom: (tag: string, payload: unknown) => ReplayEvent[],
  ): ReplayEvent[] {
    if (data.source === 0) {
      const made = v1.mutation(data, base);
      return [tell(rrweb.incremental, made.data), ...made.after.map((after) => tell(rrweb.incremental, after))];
    }
    if (data.source === 5) {
      const isText = typeof data.text === 'string';
      const input = {
        source: 5,
        id: raised(data.id),
        text: isText ? data.text : '',
        isChecked: data.isChecked === true,
      };
      return [tell(rrweb.incremental, input)];
    }
    if (typeof data.source !== 'number' || !alike.has(data.source)) return custom('incremental', data);
    const positions = Array.isArray(data.positions)
      ? { positions: data.positions.filter(isFields).map((one) => ({ ...one, id: raised(one.id) })) }
      : {};
    return [tell(rrweb.incremental, { ...data, ...('id' in data && { id: raised(data.id) }), ...positions })];
  }

  return {
    lift(seq, events) {
      if (seq !== next) whole = false;
      next = seq + 1;
      return events.flatMap(liftOne);
    },
  };
}

/** rrweb takes 0 for no node. */
function raised(id: unknown): unknown {
  return typeof id === 'number' ? id + 1 : id;
}
