/** Counts visits for the vendor of this desk. Nobody answers at that address, and nobody waits for it. */
export function countVisit(): void {
  navigator.sendBeacon('https://telemetry.invalid/collect', '{"visit":1}');
}
