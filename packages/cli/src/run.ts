import type { Command, Terminal } from './command.ts';

/** Finds the command whose words the arguments begin with, the longest first, and runs it. Answers the exit code. */
export async function run(commands: readonly Command[], args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help') return help(commands, args.slice(1), terminal);
  const command = commandOf(commands, args);
  if (!command) {
    terminal.say(`There is no command "${args[0]}". \`sightglass help\` lists them.`);
    return 2;
  }
  const rest = args.slice(command.name.split(' ').length);
  if (rest.includes('--help')) return help(commands, args, terminal);
  return command.run(rest, terminal);
}

function commandOf(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands
    .filter((one) => one.name.split(' ').every((word, index) => args[index] === word))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

function help(commands: readonly Command[], args: readonly string[], terminal: Terminal): number {
  const command = commandOf(commands, args);
  if (command) {
    terminal.out(`${command.about}\n\n${command.usage.trim()}\n`);
    return 0;
  }
  const width = Math.max(0, ...commands.map((one) => one.name.length));
  const lines = commands.map((one) => `  sightglass ${one.name.padEnd(width)}  ${one.about}`);
  terminal.out(`${lines.join('\n')}\n\n\`sightglass help NAME\` says more of one.\n`);
  return 0;
}
