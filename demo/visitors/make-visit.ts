import type { Browser } from 'playwright-core';
import type { Desk } from '../server/desk/desk.ts';
import type { Role, User } from '../server/desk/shapes.ts';
import { canaryMember } from '../server/seed/people.ts';
import { seeded } from '../server/seed/random.ts';
import { seedDesk } from '../server/seed/seed.ts';
import type { Visited } from '../server/serve.ts';
import type { Body, RecordingIntake } from './intake.ts';
import { journeys } from './journeys/index.ts';
import type { Visit } from './plan.ts';
import { installClock, offsetCookie, startTime } from './virtual-time.ts';
import { createVisitor } from './visitor.ts';

/** What the visits share. */
export interface Scene {
  /** The running browser; each visit is a context of its own. */
  browse(): Promise<Browser>;
  intake: RecordingIntake;
  /** The desk's origin; {@link Scene.desks} decides which desk a visit meets there. */
  origin: string;
  desks: Map<string, Visited>;
  seed: number;
  pausesMs: [low: number, high: number];
}

/** The cookie that tells the demo server which desk a request is for. */
export const deskCookie = 'visit';

/** Screens that people come with. The smallest is a phone's. */
const screens = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
const places: [locale: string, timeZone: string][] = [
  ['de-DE', 'Europe/Berlin'],
  ['de-AT', 'Europe/Vienna'],
  ['de-CH', 'Europe/Zurich'],
  ['nl-NL', 'Europe/Amsterdam'],
  ['en-GB', 'Europe/London'],
];
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/VERSION Safari/537.36';
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/VERSION Mobile Safari/537.36';

/** Makes one visit on a desk of its own, and answers with what the SDK sent. @throws when the desk does not do what the journey says. */
export async function makeVisit(scene: Scene, visit: Visit): Promise<{ bodies: Body[]; visitor: string }> {
  const { intake, origin, desks } = scene;
  const browser = await scene.browse();
  const random = seeded(scene.seed + visit.n * 7_919);
  const time = startTime(visit.startsAt);
  const desk = seedDesk(visit.release, time, `${scene.seed}:${visit.n}`);
  const user = personFor(desk, visit);
  desks.set(`${visit.n}`, { desk, watching: { origin: intake.origin, key: intake.keyOf(visit.n) } });
  intake.open(visit.n, time.now);
  const viewport = screens[random.between(0, 19) % screens.length] ?? null;
  const isPhone = viewport?.width === 390;
  const [locale, timezoneId] = random.pick(places);
  const version = `${browser.version().split('.')[0]}.0.0.0`;
  const context = await browser.newContext({
    viewport,
    locale,
    timezoneId,
    isMobile: isPhone,
    hasTouch: isPhone,
    userAgent: (isPhone ? phone : desktop).replace('VERSION', version),
    colorScheme: random.next() < 0.25 ? 'dark' : 'light',
  });
  try {
    await context.addCookies([{ name: deskCookie, value: `${visit.n}`, url: origin, httpOnly: true }]);
    await context.addInitScript(installClock, offsetCookie);
    const page = await context.newPage();
    const visitor = await createVisitor(
      { visit, user, desk, random, time, context, origin, pausesMs: scene.pausesMs },
      page,
    );
    const journey = journeys[visit.journey];
    if (!journey) throw new Error(`No journey is called ${visit.journey}`);
    await journey(visitor);
    await sdkIsThere(page);
    // Half linger on what they have reached, half leave at once.
    if (visit.turn % 2 === 0) await visitor.stay(5_500);
    for (const open of context.pages()) await open.goto('about:blank');
    return { bodies: await intake.close(visit.n), visitor: user.userId };
  } finally {
    await context.close();
    desks.delete(`${visit.n}`);
  }
}

/** A visit that nothing watches would be recorded as empty and nobody would notice. */
async function sdkIsThere(page: { waitForFunction(told: string): Promise<unknown> }): Promise<void> {
  await page.waitForFunction('typeof window.sightglass === "object" || typeof window.sightglass === "function"');
}

/** The role's people in turn. The canary member comes in the canary journey only, and in it nobody else does. */
function personFor(desk: Desk, { journey, role, person }: Visit): User {
  const isCanary = (user: User) => user.email === canaryMember.email;
  const people = [...desk.users.values()].filter((user) => user.role === (role as Role) && user.active);
  const mine = journey === 'canary' ? people.filter(isCanary) : people.filter((user) => !isCanary(user));
  const found = mine[person % mine.length];
  if (!found) throw new Error(`Nobody is ${role}`);
  return found;
}
