import { type AnswerOf, type issue, type issueEvent, nameVariables, type PrettyFrame } from '@sightglass/wire';
import { codeLines, codeWords, factTable, plainWords, writeCount, writeDuration, writeMoment } from '../../ui/index.ts';
import { crumbKind, crumbWords, foldFrames, placeOf, sourceWords } from './model.ts';

type Told = AnswerOf<typeof issue>;
type Event = AnswerOf<typeof issueEvent>;

/**
 * An issue in Markdown, for a tracker: whom it meets, the stack in the words of the sources, and what led to it. No person is named; who it
 * was is known to those who may open the links, which have their host.
 */
export function issueTicket(data: Told, event: Event, links: { issue: string; session: string }): string {
  const { type, message, times, visitors, sessions, first, last, firstRelease, lastRelease, source, handled, place } =
    data;
  const { facets } = data;
  const met = event.event;
  return `${[
    `# ${plainWords([nameVariables(type), message].filter(Boolean).join(': '))}`,
    `[The issue](${links.issue}) · [One session that met it](${links.session})`,
    factTable([
      [
        'Met',
        `${times === 1 ? 'once' : `${writeCount(times)} times`}, by ${count(visitors, 'person', 'people')}, in ${count(sessions, 'session', 'sessions')}`,
      ],
      ['First', writeMoment(first) + inRelease(firstRelease)],
      ['Last', writeMoment(last) + inRelease(lastRelease)],
      ['Kind', plainWords(sourceWords(source, handled))],
      ['Place', place && codeWords(place)],
      ['Screens', listed(facets.routes.map(({ value }) => codeWords(nameVariables(value))))],
      ['Roles', listed(facets.roles.map(({ value }) => plainWords(value)))],
      ['Browsers', listed(facets.browsers.map(({ value }) => plainWords(value)))],
    ]),
    ...(event.call === null ? [] : ['## The call', callOf(event.call)]),
    ...event.thrown.flatMap(({ type: cause, message: words, frames }, index) => [
      index === 0 ? '## Stack' : `Caused by ${plainWords([cause, words].filter(Boolean).join(': '))}`,
      frames.length === 0 ? 'The browser gave no stack.' : codeLines(stackOf(frames)),
    ]),
    `## What led to it, ${writeMoment(met.at)}`,
    [
      ...event.breadcrumbs.map((crumb) => {
        const before = writeDuration(met.at - crumb.at);
        return `1. ${before} before: ${crumbKind(crumb)} ${codeWords(crumbWords(crumb))}${crumb.failed ? ', failed' : ''}`;
      }),
      `1. ${plainWords(met.message)}`,
    ].join('\n'),
  ].join('\n\n')}\n`;
}

const count = (number: number, one: string, many: string): string =>
  `${writeCount(number)} ${number === 1 ? one : many}`;
const inRelease = (release: string): string => (release === '' ? '' : ` in ${plainWords(release)}`);

/** Most met first, as they come. */
const mostListed = 5;

function listed(values: readonly string[]): string {
  const further = values.length - mostListed;
  return values.slice(0, mostListed).join(', ') + (further > 0 ? ` and ${further} more` : '');
}

function callOf({ method, host, path, status, durationMs, code, message }: NonNullable<Event['call']>): string {
  const answer = status === 0 ? 'no answer' : String(status);
  const after = durationMs === null ? '' : ` after ${writeDuration(durationMs)}`;
  const words = [code && codeWords(code), plainWords(message)].filter(Boolean).join(' ');
  return `${codeWords(`${method} ${host}${nameVariables(path)}`)}: ${answer}${after}${words && `, ${words}`}`;
}

/** As the screen has it: the product's own frames with the line that was meant, what others' are in one line. */
function stackOf(frames: readonly PrettyFrame[]): string {
  return foldFrames(frames)
    .flatMap(({ folded, says, frames: those }) => (folded ? [`    … ${says}`] : those.map(frameOf)))
    .join('\n');
}

function frameOf({ raw, original }: PrettyFrame): string {
  if (original === null) return `at ${raw.function ?? '(anonymous)'} (${placeOf(raw)})`;
  const { file, line, column, function: name, lines } = original;
  const meant = lines?.text[line - lines.first]?.trim();
  return `at ${name || '(anonymous)'} (${file}:${line}:${column})${meant ? `\n    ${meant}` : ''}`;
}
