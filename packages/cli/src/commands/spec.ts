import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { getSpecification, specificationFormats } from '@sightglass/wire';
import type { Command, Terminal } from '../command.ts';
import { openServer, type Server, serverOf, serverOptions, serverUsage } from '../server.ts';

export const specCommand: Command = {
  name: 'spec',
  about: 'writes the specification as a document, a schema, diagrams, machines or tests',
  usage: `
sightglass spec [options]

  --format NAME       ${specificationFormats.join(', ')}; default: markdown
  --ground NAME       of markdown: full (default), or none, for version control: no counts and no
                      evidence, so that two writings differ where the application does
  --release NAME      only what this release shows
  --environment NAME  only sessions of this environment
  --from DATE         default: 30 days ago; 2026-11-01, or with a time
  --until DATE        default: now
  --out FILE          default: the terminal
${serverUsage('viewer')}`,
  run,
};

interface Asked {
  server: Server;
  query: Record<string, string>;
  out: string | undefined;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args, terminal);
  const answer =
    typeof asked === 'string' ? asked : await openServer(asked.server, '/spec', asked.query, terminal.fetch);
  if (typeof asked === 'string' || typeof answer === 'string') {
    terminal.say(String(answer));
    return 2;
  }
  try {
    const text = await answer.text();
    if (asked.out === undefined) terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    else await writeFile(resolve(terminal.cwd, asked.out), text);
    return 0;
  } catch (error) {
    terminal.say((error as Error).message); // streams and files throw errors
    return 2;
  }
}

function askedFor(args: readonly string[], { env }: Terminal): Asked | string {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ ...serverOptions, format: text, release: text, environment: text },
        ...{ from: text, until: text, out: text, ground: text },
      },
    });
    const format = getSpecification.query.shape.format.safeParse(values.format ?? 'markdown');
    if (!format.success) return `There is no format "${values.format}": ${specificationFormats.join(', ')}.`;
    const ground = getSpecification.query.shape.ground.safeParse(values.ground);
    if (!ground.success) return `There is no ground "${values.ground}": full, none.`;
    const query: Record<string, string> = { format: format.data };
    if (ground.data !== 'full') query.ground = ground.data;
    for (const name of ['release', 'environment'] as const) if (values[name]) query[name] = values[name];
    for (const name of ['from', 'until'] as const) {
      const said = values[name];
      if (said === undefined) continue;
      const at = Date.parse(said);
      if (Number.isNaN(at)) return `${said} is no date: 2026-11-01, or 2026-11-01T09:30Z.`;
      query[name] = String(at);
    }
    const server = serverOf(values, env);
    return typeof server === 'string' ? server : { server, query, out: values.out };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}
