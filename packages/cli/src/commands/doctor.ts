import { parseArgs } from 'node:util';
import { type AnswerOf, doctor } from '@sightglass/wire';
import type { Command, Terminal } from '../command.ts';
import { askServer, serverOf, serverOptions, serverUsage } from '../server.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  about: 'says whether a server is well: intake, journal, digest, engine, segments, disk, clock',
  usage: `
sightglass doctor [options]

  --format NAME  text (default) or json
${serverUsage('member')}

Ends with 1 when a part is not well.`,
  run,
};

type Check = AnswerOf<typeof doctor>['checks'][number];
const marks: Record<Check['state'], string> = { good: '✓', warning: '!', bad: '✗' };

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args, terminal);
  const answer =
    typeof asked === 'string' ? asked : await askServer(asked.server, '/doctor', {}, doctor.answer, terminal.fetch);
  if (typeof asked === 'string' || typeof answer === 'string') {
    terminal.say(String(answer));
    return 2;
  }
  const { checks } = answer;
  terminal.out(asked.format === 'json' ? `${JSON.stringify(checks, null, 2)}\n` : told(checks));
  return checks.some(({ state }) => state === 'bad') ? 1 : 0;
}

function askedFor(args: readonly string[], { env }: Terminal) {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...serverOptions, format: { type: 'string' } } });
    const { format = 'text' } = values;
    if (format !== 'text' && format !== 'json') return `There is no format "${format}": text, json.`;
    const server = serverOf(values, env);
    return typeof server === 'string' ? server : { format, server };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}

function told(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(
      ({ name, state, says, help }) =>
        `${marks[state]} ${name.padEnd(width)}  ${[says, help].filter(Boolean).join(' ')}\n`,
    )
    .join('');
}
