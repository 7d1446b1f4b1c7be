/** One visit in so many is counted. */
const every = 8;

/** Counts visits for the vendor of this desk. Nobody answers at that address, and nobody waits for it. */
export function countVisit(now: number): void {
  if (Math.floor(now) % every === 0) navigator.sendBeacon('https://telemetry.invalid/collect', `{"visits":${every}}`);
}
