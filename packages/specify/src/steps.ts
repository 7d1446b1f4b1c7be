/** Work that is done in steps, none of which takes long; what came of it is there after the last. */
export type Steps<Found> = Generator<undefined, Found, undefined>;

/** All of them at once. */
export function allSteps<Found>(steps: Steps<Found>): Found {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
