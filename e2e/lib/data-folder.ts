import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Looks at every file below `folder`, of a server that runs. Its engine merges parts meanwhile: what goes away unread stands in a part that
 * came, so the folder is listed until nothing of it is unread.
 *
 * @param look - Takes the whole path of a file and what is in it.
 * @returns The paths of all that were looked at.
 */
export function lookAtFiles(folder: string, look: (file: string, bytes: Buffer) => void): string[] {
  const read = new Set<string>();
  for (;;) {
    const unread = filesIn(folder).filter((file) => !read.has(file));
    if (unread.length === 0) return [...read];
    for (const file of unread) {
      const bytes = unlessGone(() => readFileSync(file));
      if (!bytes) continue;
      look(file, bytes);
      read.add(file);
    }
  }
}

/** Bytes of all files below `folder`, as it stands now. */
export function bytesIn(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** A folder that goes away while it is walked would end a recursive listing: each is listed by itself. */
function filesIn(folder: string): string[] {
  const entries = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const at = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(at) : entry.isFile() ? [at] : [];
  });
}

function unlessGone<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
}
