import type { PointNumber, Specification, Statement, StatementOf } from '@sightglass/wire';
import { code, plain } from './escape.ts';
import type { MarkdownOptions, Writing } from './markdown-ground.ts';
import { sections, type Told } from './markdown-sections.ts';
import { leftOutWords } from './sure.ts';

export type { MarkdownOptions } from './markdown-ground.ts';

/**
 * The specification as a Markdown document: the nine points, each statement in the order of its key, which no count can change. Whatever
 * came from a watched page is escaped. Suspected statements are counted and not listed: what one visitor alone showed does not leave the
 * house.
 */
export function toMarkdown(specification: Specification, options: MarkdownOptions = {}): string {
  const { project, points } = specification;
  const writing = { project: project.id, options };
  const written = points.map((point) =>
    [`## ${point.point}. ${point.title}`, ...pointBlocks(point, writing)].join('\n\n'),
  );
  return `${[`# ${plain(project.name)}: specification`, basis(specification, options), ...written].join('\n\n')}\n`;
}

function basis({ span, environment, release, basis }: Specification, options: MarkdownOptions): string {
  const said = options.release ?? release;
  const of = said
    ? `release ${code(said)}`
    : basis.releases.length > 0
      ? `releases ${basis.releases.map(code).join(', ')}`
      : 'all releases';
  const where = environment ? `environment ${code(environment)}, ` : '';
  const left = 'Statements that only one visitor showed are left out.';
  if (options.ground === 'none') return `Seen in ${where}${of}. ${left}`;
  return `Seen in ${basis.sessions} sessions of ${basis.visitors} visitors from ${day(span.from)} to ${day(span.until)}, ${where}${of}. ${left}`;
}

function pointBlocks(
  { point, shown, reason, statements, leftOut, leftOutFor }: Specification['points'][number],
  writing: Writing,
): string[] {
  if (!shown) return [`*Not shown.* ${plain(reason ?? '')}`];
  const { release, ground } = writing.options;
  const mine = statements.filter(({ support }) => release === undefined || support.releases.includes(release));
  const sure = mine.filter(({ tier }) => tier !== 'suspected');
  const suspected = mine.length - sure.length;
  const counted = ground !== 'none';
  return [
    ...sections[point as PointNumber](toldOf(sure), writing), // nine points, as wire names them
    ...(sure.length === 0 ? ['*Nothing that is sure enough.*'] : []),
    ...(suspected > 0 && counted ? [`*${suspected} more suspected, not listed.*`] : []),
    ...(leftOut > 0 && counted
      ? [`*Left out: ${plain(leftOutWords({ leftOut, ...(leftOutFor && { leftOutFor }) }))}.*`]
      : []),
  ];
}

function toldOf(statements: readonly Statement[]): Told {
  const sorted = statements.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return {
    of: <Kind extends Statement['kind']>(kind: Kind) =>
      sorted.filter((one): one is StatementOf<Kind> => one.kind === kind),
  };
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
