import { z } from 'zod';

/** Milliseconds since 1970-01-01T00:00Z. The upper bound (year 2100) keeps a broken clock from making a partition of its own. */
export const epochMs = z.number().int().min(0).max(4_102_444_800_000);
export type EpochMs = z.infer<typeof epochMs>;

/** Ids that a browser makes: 8 to 64 characters that are safe in a path, a header and a file name. */
export const browserId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/** A project's id in our own API: `p_` and 12 lower-case letters or digits. Its number is what a Sentry DSN carries. */
export const projectId = z.string().regex(/^p_[a-z0-9]{12}$/);

/** Public, may only send: `sgk_` and 32 hexadecimal digits. */
export const clientKey = z.string().regex(/^(sgk_)?[0-9a-f]{32}$/);

/** A UUID in lower case, as bundlers write it into a script and its source map (ECMA-426, proposal). */
export const debugId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
