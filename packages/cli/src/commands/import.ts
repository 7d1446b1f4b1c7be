import { createReadStream } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listKeys } from '@sightglass/wire';
import type { Command, Terminal } from '../command.ts';
import { bodiesOf } from '../moving/bodies.ts';
import { type Door, post } from '../moving/door.ts';
import { askServer, type Server, serverOf, serverOptions, serverUsage } from '../server.ts';

export const importCommand: Command = {
  name: 'import',
  about: 'brings in what `export` wrote, or a recording of rrweb',
  usage: `
sightglass import FILE [options]

  --session ID    the visit that a recording of rrweb becomes; default: the name of the file
${serverUsage('admin')}

Times stay as they are, up to 90 days back. What comes in so is marked as sample data: "Remove sample data" takes it out again.`,
  run,
};

interface Asked {
  server: Server;
  file: string;
  session: string;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args, terminal);
  const door = typeof asked === 'string' ? asked : await doorOf(asked.server, terminal);
  if (typeof asked === 'string' || typeof door === 'string') {
    terminal.say(String(door));
    return 2;
  }
  const count = { bodies: 0, fresh: 0, known: 0, untold: 0, refused: new Map<string, number>() };
  const tell = (how: string) => {
    const bodies = count.bodies === 1 ? '1 body was' : `${count.bodies} bodies were`;
    terminal.say(`${bodies} sent${how}; ${takenWords(count)}.`);
    for (const [why, items] of count.refused) terminal.say(`${items} were not: ${why}`);
  };
  const refuse = (why: string, items: number) => count.refused.set(why, (count.refused.get(why) ?? 0) + items);
  try {
    const lines = createInterface({
      input: createReadStream(resolve(terminal.cwd, asked.file)),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    for await (const { path, query, text } of bodiesOf(lines, asked.session)) {
      const posted = await post(door, path, query, text);
      count.bodies += 1;
      if (typeof posted === 'string') refuse(posted, 1);
      else {
        if (posted.known === undefined) count.untold += 1;
        else count.fresh += posted.accepted - posted.known;
        count.known += posted.known ?? 0;
        for (const [code, items] of Object.entries(posted.refused)) refuse(code, items);
      }
      if (count.bodies % 200 === 0) terminal.say(`${count.bodies} bodies`);
    }
  } catch (error) {
    terminal.say((error as Error).message); // streams and the reading of lines throw errors
    // The whole file can be sent again: what is there is known.
    if (count.bodies > 0) tell(' before that');
    return 2;
  }
  tell('');
  return count.refused.size > 0 ? 1 : 0;
}

/** Of a recording the server finds out later what it knew of it. */
const takenWords = ({ fresh, known, untold }: { fresh: number; known: number; untold: number }): string =>
  untold > 0
    ? `${untold} of them were taken, and Settings → Intake tells what of them was there already`
    : `${fresh} items of them are new${known > 0 ? `, and ${known} were there already, which are not stored again` : ''}`;

async function doorOf(server: Server, terminal: Terminal): Promise<Door | string> {
  const answer = await askServer(server, '/keys', {}, listKeys.answer, terminal.fetch);
  if (typeof answer === 'string') return answer;
  const key = answer.keys.find(({ revokedAt }) => revokedAt === null);
  if (key === undefined) return 'The project has no client key that is not revoked. Settings → Keys makes one.';
  return {
    origin: server.origin,
    clientKey: key.clientKey,
    token: server.token,
    fetch: terminal.fetch,
    wait: (ms) => wait(ms),
  };
}

function askedFor(args: readonly string[], { env }: Terminal): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...serverOptions, session: { type: 'string' } },
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return 'Say one file: sightglass import FILE.';
    const server = serverOf(values, env);
    if (typeof server === 'string') return server;
    const session =
      values.session ??
      basename(file, extname(file))
        .replaceAll(/[^\w-]+/g, '-')
        .slice(0, 64);
    return { server, file, session };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}
