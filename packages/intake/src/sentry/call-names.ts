import type { Sender } from '../foreign/index.ts';
import { hash64 } from '../hash.ts';
import type { Address } from '../privacy/index.ts';
import type { Memory } from './whose-session.ts';

/** Who tells of a call: tracing by a span, Replay, or the breadcrumbs of an error. */
export type Teller = 'span' | 'replay' | 'crumb';

/** A call as one of them tells it; epoch milliseconds. A breadcrumb knows only when it was answered. */
export interface CallTold {
  sender: Sender;
  method: string;
  address: Address;
  start?: number | undefined;
  end?: number | undefined;
}

/** @returns the call's id, the same for whoever tells of it, in whichever order and body */
export type NameCall = (by: Teller, told: CallTold) => string;

const tellers: readonly Teller[] = ['span', 'replay', 'crumb'];
/** Two tell the same moment a millisecond or two apart, at most some 15; further where the page was busy in between, and then at one end only. */
const sameMs = 20;
/** So far where the processor had more to do than it could: then both ends tell, of which one is the nearer. */
const farMs = 500;
const nearMs = 100;
const slotMs = 500;
/** Of the same call within half a second; of more nobody knows again which is which. */
const mostAlike = 50;

type Moment = 'start' | 'end';

interface Slot {
  name: string;
  at: number;
  id: string;
  /** Of one that stands where a call began: where that ended. */
  end: number | undefined;
}

/** Knows again, among what this body and earlier ones told, the call that somebody else has told already. */
export function createCallNames({ recall, keep }: Memory): NameCall {
  /** Names of slots that this body has told: told once more at the same moment, it is another call. */
  const met = new Set<string>();
  let unasked = 0;

  function slotsAt(call: string, bucket: number): { slots: Slot[]; free: string } {
    const slots: Slot[] = [];
    for (let nth = 0; nth < mostAlike; nth += 1) {
      const name = `call ${call} ${bucket} ${nth}`;
      const [at, id, end] = recall(name)?.split(' ') ?? [];
      // Told, and not kept: more is told than a body may leave behind.
      if (at === undefined && met.has(name)) continue;
      if (at === undefined || id === undefined) return { slots, free: name };
      slots.push({ name, at: Number(at), id, end: end === undefined ? undefined : Number(end) });
    }
    unasked += 1;
    return { slots, free: `call ${call} ${bucket} ${mostAlike} ${unasked}` };
  }

  function findToldByOthers(by: Teller, key: string, own: string, told: CallTold): string | undefined {
    for (const other of tellers) {
      const moments: Moment[] = by === 'crumb' || other === 'crumb' ? ['end'] : ['start', 'end'];
      for (const moment of other === by ? [] : moments) {
        const at = told[moment];
        if (at === undefined) continue;
        const found = nearest(`${key} ${other} ${moment}`, at, sameMs).find(
          (slot) => (recall(`call ${slot.id} ${by}`) ?? own) === own,
        );
        if (found !== undefined) return found.id;
      }
    }
    return by === 'crumb' ? undefined : findFarther(by === 'span' ? 'replay' : 'span', by, key, own, told);
  }

  function findFarther(other: Teller, by: Teller, key: string, own: string, told: CallTold): string | undefined {
    const { start, end } = told;
    if (start === undefined || end === undefined) return undefined;
    return nearest(`${key} ${other} start`, start, farMs).find((slot) => {
      const apart = [Math.abs(slot.at - start), Math.abs((slot.end ?? Number.NaN) - end)];
      return (
        Math.max(...apart) <= farMs && Math.min(...apart) <= nearMs && (recall(`call ${slot.id} ${by}`) ?? own) === own
      );
    })?.id;
  }

  /** Slots no farther than that, the nearest first. */
  function nearest(name: string, at: number, withinMs: number): Slot[] {
    // One bucket or two, three at most. Not counted from one to the other: past 2^53 a number is its own next.
    const buckets = new Set([bucketOf(at - withinMs), bucketOf(at), bucketOf(at + withinMs)]);
    const apart = (slot: Slot): number => Math.abs(slot.at - at);
    return [...buckets]
      .flatMap((bucket) => slotsAt(name, bucket).slots)
      .filter((slot) => apart(slot) <= withinMs)
      .sort((one, other) => apart(one) - apart(other));
  }

  return (by, told) => {
    const { sender, method, address, start, end } = told;
    const key = hash64(`${sender.session} ${method} ${address.path}?${namesIn(address.query)}`);
    const first: Moment = by === 'crumb' ? 'end' : 'start';
    const at = told[first] ?? 0;
    const { slots, free } = slotsAt(`${key} ${by} ${first}`, bucketOf(at));
    // Each error brings its breadcrumbs again.
    const again = slots.find((slot) => slot.at === at && (by === 'crumb' || !met.has(slot.name)));
    met.add(again?.name ?? free);
    if (again !== undefined) return again.id;
    const found = findToldByOthers(by, key, free, told);
    const id = found ?? `c-${hash64(free)}`;
    keep(free, first === 'start' && end !== undefined ? `${at} ${id} ${end}` : `${at} ${id}`);
    if (found !== undefined) keep(`call ${id} ${by}`, free);
    if (start !== undefined && end !== undefined) keep(slotsAt(`${key} ${by} end`, bucketOf(end)).free, `${end} ${id}`);
    return id;
  };
}

/** Since SDK 11 a span has `[Filtered]` where the others tell what a parameter was. */
const namesIn = (query: string): string => query.replaceAll(/=[^&]*/g, '');

const bucketOf = (at: number): number => Math.floor(at / slotMs);
