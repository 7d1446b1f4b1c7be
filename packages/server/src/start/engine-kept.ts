import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BadWish } from './environment.ts';

const kept = z.object({ folder: z.string().min(8), engine: z.enum(['embedded', 'clickhouse']) });

/** Which engine holds the rows of a data folder, and the folder's own id, by which a ClickHouse database is known to be its own. */
export type Kept = z.infer<typeof kept>;

/** undefined: the folder was never started with. @throws {BadWish} for a file that is none of ours */
export function readKept(data: string): Kept | undefined {
  const file = join(data, 'engine.json');
  if (!existsSync(file)) return undefined;
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new BadWish(`${file} is damaged: it says which engine keeps this folder's rows. Take it from a backup.`);
  }
}

/**
 * Said at a folder's first start, for good: what one engine has stored, the other does not know of, and the folder is told of neither twice.
 *
 * @throws {BadWish} when it was said otherwise before
 */
export function keepIn(data: string, engine: Kept['engine']): Kept {
  const before = readKept(data);
  const was = before?.engine ?? (existsSync(join(data, 'engine', 'columns')) ? 'embedded' : engine);
  if (was !== engine)
    throw new BadWish(
      engine === 'embedded'
        ? `The rows of ${data} are in a ClickHouse server: set SIGHTGLASS_CLICKHOUSE, or SIGHTGLASS_DATA to another folder.`
        : `The rows of ${data} are in its own engine. For SIGHTGLASS_CLICKHOUSE start with a new folder; sessions come over by export and import.`,
    );
  if (before !== undefined) return before;
  const now: Kept = { folder: randomUUID(), engine };
  const file = join(data, 'engine.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(now)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return now;
}
