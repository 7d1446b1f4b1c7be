/** Of requests, or of milliseconds of work. */
export interface QuotaRate {
  perSecond: number;
  burst: number;
}

export interface Quota {
  /** Takes the share of a request, or of as many. @returns milliseconds until there is one again; 0: it was taken. */
  take(project: string, requests?: number): number;
  /**
   * Takes the share of what is done already, also where there is none left: then the project waits until it is paid back.
   *
   * @param isFree - Takes only what is there: nobody waits for it.
   */
  owe(project: string, share: number, isFree: boolean): void;
}

const maxIdle = 10_000;

const maxOwedSeconds = 300;

/** A bucket of tokens for each project: one that sends too much slows down itself and nobody else (FAULTS Q71). */
export function createQuota({ perSecond, burst }: QuotaRate, now: () => number): Quota {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function bucketOf(project: string): { tokens: number; at: number } {
    const at = now();
    const bucket = buckets.get(project) ?? { tokens: burst, at };
    // A server's clock that steps back gives nothing and takes nothing (FAULTS C43).
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1_000) * perSecond);
    bucket.at = at;
    if (buckets.size > maxIdle) buckets.clear();
    buckets.set(project, bucket);
    return bucket;
  }

  return {
    take(project, requests = 1) {
      const bucket = bucketOf(project);
      const wanted = Math.min(requests, burst);
      if (bucket.tokens < wanted) return Math.ceil(((wanted - bucket.tokens) / perSecond) * 1_000);
      bucket.tokens -= wanted;
      return 0;
    },
    owe(project, share, isFree) {
      const bucket = bucketOf(project);
      const least = isFree ? Math.min(bucket.tokens, 0) : -perSecond * maxOwedSeconds;
      bucket.tokens = Math.max(bucket.tokens - share, least);
    },
  };
}
