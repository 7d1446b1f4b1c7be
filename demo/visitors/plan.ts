import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release, Role } from '../server/desk/shapes.ts';
import { seeded } from '../server/seed/random.ts';

/** One visit to be made: who comes, when, in which release, to do what. */
export interface Visit {
  /** Number in the whole run; the seed of everything random in it. */
  n: number;
  journey: string;
  /** Counted within its journey. */
  turn: number;
  role: Role;
  /** Which of the role's people, counted over the whole run so that all of them come. */
  person: number;
  release: Release;
  /** Epoch milliseconds by the visitors' clock. */
  startsAt: number;
  /** False for what we do beyond the plan; `additions` says why. */
  planned: boolean;
}

interface Journey {
  id: string;
  role: Role | 'any';
  sessions: number;
  /** Undefined: both releases. */
  only?: Release;
  planned: boolean;
}

/** The first day of the recording, and how many days it lasts. */
export const firstDay = Date.UTC(2026, 8, 1);
const days = 14;
const dayMs = 86_400_000;
const plan: {
  seed: number;
  pausesMilliseconds: [low: number, high: number];
  journeys: { id: string; role: Role | 'any'; sessions: number }[];
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/parts-desk/plan.json'), 'utf8'));

/**
 * The plan has no journey for what release 1.1.0 adds, nor for admins who order, for low stock once members may not see it, for
 * sorting, or for a search inside a category. These are true of the application and only seen when somebody does them.
 */
const additions: Journey[] = [
  { id: 'history', role: 'any', sessions: 6, only: '1.1.0', planned: false },
  { id: 'order-locked', role: 'admin', sessions: 6, only: '1.1.0', planned: false },
  { id: 'cancel-approved', role: 'admin', sessions: 6, only: '1.1.0', planned: false },
  { id: 'low-stock-admin', role: 'admin', sessions: 6, only: '1.1.0', planned: false },
  { id: 'admin-orders', role: 'admin', sessions: 6, planned: false },
  { id: 'sort-parts', role: 'any', sessions: 8, planned: false },
];
/** `low-stock` is for members, who lose it in 1.1.0. */
const only: Record<string, Release> = { 'low-stock': '1.0.0' };
/**
 * What was added when visits had been recorded already: numbered after all others, which keep their numbers, so that these alone are to be
 * made (`npm run visitors -- --missing`). Admins who change orders, and members who come back to a list that they lost.
 */
const laterAdditions: Journey[] = [
  { id: 'admin-changes', role: 'admin', sessions: 10, planned: false },
  { id: 'low-stock-lost', role: 'member', sessions: 8, only: '1.1.0', planned: false },
];
const anyone: Role[] = ['member', 'viewer', 'member', 'admin'];

export const { seed, pausesMilliseconds: pausesMs } = plan;

/** All visits, each journey's spread evenly over the fourteen days, within working hours; in order of time, and then those added later. */
export function planVisits(): Visit[] {
  const random = seeded(seed);
  const came: Record<Role, number> = { admin: 0, member: 0, viewer: 0 };
  const journeys: Journey[] = [
    ...plan.journeys.map((journey) => ({
      ...journey,
      planned: true,
      ...(only[journey.id] ? { only: only[journey.id] as Release } : {}),
    })),
    ...additions,
  ];
  const visitsOf = (journey: Journey) =>
    Array.from({ length: journey.sessions }, (_, turn): Omit<Visit, 'n'> => {
      const role = journey.role === 'any' ? (anyone[turn % anyone.length] ?? 'member') : journey.role;
      const person = came[role];
      came[role] += 1;
      const share = (turn + 0.5) / journey.sessions;
      const half = days / 2;
      const day = journey.only
        ? Math.floor(share * half) + (journey.only === '1.1.0' ? half : 0)
        : Math.floor(share * days);
      const startsAt = firstDay + day * dayMs + random.between(7 * 60, 17 * 60) * 60_000 + random.between(0, 59_000);
      const release: Release = day < half ? '1.0.0' : '1.1.0';
      return { journey: journey.id, turn, role, person, release, startsAt, planned: journey.planned };
    });
  const inTime = (some: Journey[]) => some.flatMap(visitsOf).sort((a, b) => a.startsAt - b.startsAt);
  return [...inTime(journeys), ...inTime(laterAdditions)].map((visit, n) => ({ ...visit, n }));
}
