import { SightglassError } from '@sightglass/wire';

/** Somebody waits for what the digest is to do: it holds for everything that was acknowledged when it was wished. */
export interface Wish<About, Was> extends PromiseWithResolvers<Was> {
  about: About;
  /** The journal's last safe entry then. */
  after: number;
  /** What there was when it was done first: where a digest is killed once it is over, and before it told, the next one is asked again and finds nothing. */
  was?: Was;
}

/** What a digest tells of has to reach as far as a wish does: what came since is not in it. */
export interface Wishes<About, Was> {
  /** Of all that wait. */
  open(): Iterable<Wish<About, Was>>;
  /** The same wish again shares the first one's answer. */
  join(about: About, after: number): Promise<Was> | undefined;
  add(about: About, after: number): Promise<Was>;
  /** There was so much, up to this entry. Whoever waits hears of it when it is met. */
  found(about: About, upTo: number, was: Was): void;
  meet(about: About, upTo: number, was: Was): void;
  /** @param of - Which of them. Default: all. */
  refuse(reason: unknown, of?: (about: About) => boolean): void;
}

/** @param keyOf - Tells apart what is wished. */
export function createWishes<About, Was>(keyOf: (about: About) => string): Wishes<About, Was> {
  const wishes = new Set<Wish<About, Was>>();
  const of = (about: About): Wish<About, Was>[] => [...wishes].filter((wish) => keyOf(wish.about) === keyOf(about));
  const within = (about: About, upTo: number) => of(about).filter(({ after }) => after <= upTo);
  return {
    open: () => wishes,
    join: (about, after) => of(about).find((wish) => wish.after === after)?.promise,
    add(about, after) {
      const wish: Wish<About, Was> = { about, after, ...Promise.withResolvers<Was>() };
      wishes.add(wish);
      return wish.promise;
    },
    found(about, upTo, was) {
      for (const wish of within(about, upTo)) wish.was ??= was;
    },
    meet(about, upTo, was) {
      for (const wish of within(about, upTo)) {
        wishes.delete(wish);
        wish.resolve(wish.was ?? was);
      }
    },
    refuse(reason, isOf = () => true) {
      for (const wish of [...wishes].filter(({ about }) => isOf(about))) {
        wishes.delete(wish);
        wish.reject(reason);
      }
    },
  };
}

/** The server stops: what is wished by now goes on at the next start. */
export const whileStopping = (): SightglassError => new SightglassError('stopping', undefined, { retryAfter: 2 });
