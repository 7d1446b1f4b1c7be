import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type ListedSession, listSessions } from '@sightglass/wire';
import type { Command, Terminal } from '../command.ts';
import type { ExportHead } from '../moving/line.ts';
import { sessionLines } from '../moving/session-lines.ts';
import { askServer, type Server, serverOf, serverOptions, serverUsage } from '../server.ts';

export const exportCommand: Command = {
  name: 'export',
  about: 'writes sessions with records and replays into a file that `import` reads',
  usage: `
sightglass export [options]

  --out FILE      default: the terminal
  --search TEXT   only sessions that a search finds; docs/search.md
  --from DATE     default: 30 days ago; 2026-11-01, or with a time
  --until DATE    default: now
${serverUsage('viewer')}`,
  run,
};

interface Asked {
  server: Server;
  out: string | undefined;
  query: Record<string, string>;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args, terminal);
  if (typeof asked === 'string') {
    terminal.say(asked);
    return 2;
  }
  const { out } = asked;
  const path = out === undefined ? undefined : resolve(terminal.cwd, out);
  if (path !== undefined && existsSync(path)) {
    terminal.say(`${out} is there already, and an export writes over nothing.`);
    return 2;
  }
  const count = { sessions: 0 };
  const lines = Readable.from(writeLines(asked, terminal, count));
  try {
    if (path === undefined) for await (const line of lines) terminal.out(String(line));
    else await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    terminal.say((error as Error).message); // streams and fetch throw errors
    // Half of an export looks like a whole one.
    if (path !== undefined) await rm(path, { force: true });
    if (count.sessions > 0)
      terminal.say(
        `It was cut after ${count.sessions} sessions${path === undefined ? ', which are not all' : ': nothing is left in the file'}.`,
      );
    return 2;
  }
  terminal.say(`${count.sessions} sessions are exported.`);
  return 0;
}

async function* writeLines(
  { server, query }: Asked,
  { fetch, say }: Terminal,
  count: { sessions: number },
): AsyncGenerator<string> {
  const head: ExportHead = { sightglass: 'export', v: 1, madeAt: Date.now() };
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { sessions: ListedSession[]; next: string | null; total: number } | string = await askServer(
      server,
      '/sessions',
      cursor === '' ? query : { ...query, cursor },
      listSessions.answer,
      fetch,
    );
    if (typeof page === 'string') throw new Error(page);
    // Not before: whoever may not ask gets no beginning either.
    if (cursor === '') yield `${JSON.stringify(head)}\n`;
    for (const session of page.sessions) {
      for await (const line of sessionLines(server, session, fetch)) yield `${JSON.stringify(line)}\n`;
      count.sessions += 1;
      if (count.sessions % 100 === 0) say(`${count.sessions} of ${page.total} sessions`);
    }
    cursor = page.next;
  }
}

function askedFor(args: readonly string[], { env }: Terminal): Asked | string {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { ...serverOptions, out: text, search: text, from: text, until: text },
    });
    const server = serverOf(values, env);
    if (typeof server === 'string') return server;
    const query: Record<string, string> = { limit: '100', search: values.search ?? '' };
    for (const name of ['from', 'until'] as const) {
      const said = values[name];
      if (said === undefined) continue;
      const at = Date.parse(said);
      if (Number.isNaN(at)) return `${said} is no date: 2026-11-01, or 2026-11-01T09:30Z.`;
      query[name] = String(at);
    }
    return { server, out: values.out, query };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}
