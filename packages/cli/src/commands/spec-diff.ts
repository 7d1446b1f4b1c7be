import { parseArgs } from 'node:util';
import { type SpecificationDiff, severityName, specificationDiff } from '@sightglass/wire';
import type { Command, Terminal } from '../command.ts';
import { askServer, type Server, serverOf } from '../server.ts';

export const specDiffCommand: Command = {
  name: 'spec diff',
  about: 'says what changed from one release to another, and fails on what breaks',
  usage: `
sightglass spec diff --from RELEASE --to RELEASE [options]

  --fail-on LIST      exit with 1 when there is such a change: breaking, loosened, tightened, cosmetic; with commas
                      with 2 when a release has no sessions, since then nothing was tried
  --environment NAME  only sessions of this environment
  --format NAME       text (default) or json
  --server URL        default: SIGHTGLASS_URL, else http://127.0.0.1:4600
  --project ID        default: SIGHTGLASS_PROJECT, else the only one that the token sees
  --token TOKEN       default: SIGHTGLASS_TOKEN; a viewer's is enough`,
  run,
};

interface Asked {
  from: string;
  to: string;
  environment: string;
  format: string;
  failOn: string[];
  server: Server;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args, terminal);
  if (typeof asked === 'string') {
    terminal.say(asked);
    return 2;
  }
  const { from, to, environment, format, failOn, server } = asked;
  const diff = await askServer(server, '/spec/diff', { from, to, environment }, specificationDiff, terminal.fetch);
  if (typeof diff === 'string') {
    terminal.say(diff);
    return 2;
  }
  terminal.out(format === 'json' ? `${JSON.stringify(diff, null, 2)}\n` : told(diff));
  const met = diff.items.filter(({ change, severity }) => change !== 'not exercised' && failOn.includes(severity));
  const unseen = [diff.from, diff.to].flatMap(({ release, sessions }) => (sessions === 0 ? [release] : []));
  if (unseen.length > 0)
    terminal.say(`No session of ${unseen.join(' and ')} is known: what they show cannot be compared.`);
  if (met.length > 0) terminal.say(`${met.length} of ${diff.items.length} changes: ${failOn.join(', ')}.`);
  if (met.length > 0) return 1;
  // A gate that nothing came through is not one that held.
  return unseen.length > 0 && failOn.length > 0 ? 2 : 0;
}

function askedFor(args: readonly string[], { env }: Terminal): Asked | string {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ from: text, to: text, environment: text, format: text, server: text, project: text, token: text },
        'fail-on': text,
      },
    });
    const { from, to, format = 'text' } = values;
    if (!from || !to) return 'Say two releases: --from RELEASE --to RELEASE.';
    if (format !== 'text' && format !== 'json') return `There is no format "${format}": text, json.`;
    const failOn = (values['fail-on'] ?? '').split(',').filter(Boolean);
    const unknown = failOn.filter((one) => !severityName.options.some((name) => name === one));
    if (unknown.length > 0) return `There is no "${unknown[0]}" to fail on: ${severityName.options.join(', ')}.`;
    const server = serverOf(values, env);
    if (typeof server === 'string') return server;
    return { from, to, environment: values.environment ?? '', format, failOn, server };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}

/** More than these are in the JSON. */
const mostTold = 4;

function withIt(texts: readonly string[]): string[] {
  const rest = texts.length - mostTold;
  const shown = rest > 1 ? texts.slice(0, mostTold) : texts;
  return [...shown, ...(rest > 1 ? [`and ${rest} more with it`] : [])].map((text) => `${' '.repeat(13)}${text}`);
}

/** One change a line, what it brings with it below. */
function told({ project, from, to, items }: SpecificationDiff): string {
  const head = `${project.name}: ${from.release} (${from.sessions} sessions) → ${to.release} (${to.sessions} sessions)`;
  const lines = items.flatMap(({ change, severity, text, consequences }) =>
    change === 'not exercised'
      ? [`${'?'.padEnd(10)} ${text}${consequences.length > 0 ? ` And with it ${consequences.length} more.` : ''}`]
      : [`${severity.padEnd(10)} ${text}`, ...withIt(consequences.map((one) => one.text))],
  );
  return `${[head, '', ...(lines.length === 0 ? ['Nothing changed.'] : lines)].join('\n')}\n`;
}
