import { type FlagGate, type StatementOf, statementKey } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

/** Switches that the code asks for or keeps, with what they turn on where the code shows it. */
export function flagsOf({ flags }: CodeFacts, ground: Ground): StatementOf<'flag'>[] {
  return flags.map((flag) => {
    const { name, gates } = flag;
    const about = { name, default: flag.default ?? null, provider: flag.provider ?? null, gates };
    return {
      key: statementKey.flag(name),
      point: 9,
      kind: 'flag',
      text: sentenceOf(about),
      ...ground(flag.at),
      ...about,
      seen: { on: 0, off: 0, variant: 0 },
    };
  });
}

type About = Pick<StatementOf<'flag'>, 'name' | 'default' | 'provider' | 'gates'>;

/** `The flag new-checkout of LaunchDarkly is off by default and gates the screen /checkout/v2.` */
function sentenceOf({ name, default: otherwise, provider, gates }: About): string {
  const subject = `The flag ${name}${provider === null ? '' : ` of ${provider}`}`;
  const says = [
    ...(otherwise === null ? [] : [`is ${inWords(otherwise)} by default`]),
    ...(gates.length === 0 ? [] : [`gates ${listed(gates.map(gateText))}`]),
  ];
  return says.length === 0 ? `${subject} is asked for in the code.` : `${subject} ${says.join(' and ')}.`;
}

const inWords = (value: boolean | number | string): string =>
  value === true ? 'on' : value === false ? 'off' : `${value}`;

const gateText = ({ what, name }: FlagGate): string => (what === 'action' ? `“${name}”` : `the ${what} ${name}`);

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
