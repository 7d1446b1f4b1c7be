export interface QuotaRate {
  /** Requests. */
  perSecond: number;
  burst: number;
}

export interface Quota {
  /** Takes the share of a request, or of as many. @returns milliseconds until there is one again; 0: it was taken. */
  take(project: string, requests?: number): number;
}

const maxIdle = 10_000;

/** A bucket of tokens for each project: one that sends too much slows down itself and nobody else (FAULTS Q71). */
export function createQuota({ perSecond, burst }: QuotaRate, now: () => number): Quota {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(project, requests = 1) {
      const at = now();
      const bucket = buckets.get(project) ?? { tokens: burst, at };
      // A server's clock that steps back gives nothing and takes nothing (FAULTS C43).
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1_000) * perSecond);
      bucket.at = at;
      if (buckets.size > maxIdle) buckets.clear();
      buckets.set(project, bucket);
      const wanted = Math.min(requests, burst);
      if (bucket.tokens < wanted) return Math.ceil(((wanted - bucket.tokens) / perSecond) * 1_000);
      bucket.tokens -= wanted;
      return 0;
    },
  };
}
