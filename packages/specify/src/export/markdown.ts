import type {
  CallStatement,
  ErrorStatement,
  Evidence,
  ScreenStatement,
  Shape,
  Specification,
  Statement,
} from '@sightglass/wire';
import { code, plain } from './escape.ts';

export interface MarkdownOptions {
  /** Address of the dashboard, without a slash at its end; without it evidence is named and not linked. */
  origin?: string;
}

/**
 * The specification as a Markdown document. Whatever came from a watched page is escaped. Suspected statements are counted and not
 * listed: what one visitor alone showed does not leave the house.
 */
export function toMarkdown(specification: Specification, options: MarkdownOptions = {}): string {
  const { project, points } = specification;
  const sections = points.map((point) =>
    [`## ${point.point}. ${point.title}`, ...pointLines(point, project.id, options)].join('\n\n'),
  );
  return `${[`# ${plain(project.name)}: specification`, basis(specification), ...sections].join('\n\n')}\n`;
}

function basis({ span, environment, release, basis }: Specification): string {
  const releases = release
    ? `release ${code(release)}`
    : basis.releases.length > 0
      ? `releases ${basis.releases.map(code).join(', ')}`
      : 'all releases';
  return `Seen in ${basis.sessions} sessions of ${basis.visitors} visitors from ${day(span.from)} to ${day(span.until)}, ${environment ? `environment ${code(environment)}, ` : ''}${releases}. Statements that only one visitor showed are left out.`;
}

function pointLines(
  { shown, reason, statements, leftOut }: Specification['points'][number],
  project: string,
  options: MarkdownOptions,
): string[] {
  if (!shown) return [`*Not shown.* ${plain(reason ?? '')}`];
  const sure = statements.filter(({ tier }) => tier !== 'suspected');
  const suspected = statements.length - sure.length;
  return [
    ...sure.map((statement) => lines(statement, project, options)),
    ...(suspected > 0 ? [`*${suspected} more suspected, not listed.*`] : []),
    ...(leftOut > 0 ? [`*${leftOut} left out.*`] : []),
  ];
}

function lines(statement: Statement, project: string, options: MarkdownOptions): string {
  const { support, tier } = statement;
  return [
    heading(statement),
    ...details(statement).map((line) => `- ${line}`),
    `- ${tier}: ${support.observations} times in ${support.sessions} sessions of ${support.visitors} visitors${support.against > 0 ? `, ${support.against} against` : ''}`,
    `- evidence: ${statement.evidence.map((one) => pointer(one, project, options)).join(', ')}`,
  ].join('\n');
}

function heading(statement: Statement): string {
  if (statement.kind === 'screen') return `### ${code(statement.route)}\n`;
  if (statement.kind === 'call') return `### ${code(`${statement.method} ${statement.host}${statement.path}`)}\n`;
  if (statement.kind === 'error') return `### ${code(statement.code)}\n`;
  return `### ${plain(statement.text)}\n`;
}

function details(statement: Statement): string[] {
  if (statement.kind === 'screen') return screenDetails(statement);
  if (statement.kind === 'call') return callDetails(statement);
  return statement.kind === 'error' ? errorDetails(statement) : [];
}

function screenDetails({ title, controls, enteredFrom }: ScreenStatement): string[] {
  return [
    ...(title ? [`title: ${plain(title)}`] : []),
    ...(controls.length > 0
      ? [`people act on: ${controls.map(({ role, name }) => `${plain(name)} (${plain(role)})`).join(', ')}`]
      : []),
    ...(enteredFrom.length > 0 ? [`entered from: ${enteredFrom.map(({ route }) => code(route)).join(', ')}`] : []),
  ];
}

function callDetails({ statuses, p75Ms, query, request, requestLeftOut, response, screens }: CallStatement): string[] {
  return [
    `answers: ${statuses.map(({ status, calls }) => `${status === 0 ? 'none' : status} (${calls})`).join(', ')}`,
    ...(p75Ms === null ? [] : [`75th percentile: ${p75Ms} ms`]),
    ...(query.length > 0
      ? [`query: ${query.map(({ name, format }) => `${code(name)} ${plain(format)}`).join(', ')}`]
      : []),
    ...(request === null ? [] : [`request: ${code(shapeText(request as Shape))}`]), // specify made it by merging shapes
    ...(requestLeftOut === undefined
      ? []
      : [`request left out${request === null ? '' : ' in part'}: it carries a secret`]),
    ...(response === null ? [] : [`response: ${code(shapeText(response as Shape))}`]),
    ...(screens.length > 0 ? [`made from: ${screens.map(({ route }) => code(route)).join(', ')}`] : []),
  ];
}

function errorDetails({ status, origin, message, raisedBy }: ErrorStatement): string[] {
  return [
    origin === 'thrown' ? 'thrown' : `answered with ${status}`,
    ...(message ? [`message: ${plain(message)}`] : []),
    ...(raisedBy.length > 0 ? [`raised by: ${raisedBy.map(({ subject }) => code(subject)).join(', ')}`] : []),
  ];
}

/** A shape as people write it: `{ id: integer, lines: [{ partNo: string code }], note?: string }`. */
export function shapeText(shape: Shape): string {
  return shape.types.map((type) => typeText(type, shape)).join(' or ') || 'anything';
}

function typeText(type: Shape['types'][number], { fields, items, format }: Shape): string {
  if (type === 'object') {
    const entries = Object.entries(fields ?? {}).map(
      ([name, field]) => `${name}${field.optional ? '?' : ''}: ${shapeText(field)}`,
    );
    if (fields === undefined) return 'object';
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (type === 'array') return `[${items ? shapeText(items) : ''}]`;
  return type === 'string' && format !== undefined ? `string ${format}` : type;
}

function pointer(evidence: Evidence, project: string, { origin }: MarkdownOptions): string {
  if (evidence.type === 'code') return code(`${evidence.file}:${evidence.line}:${evidence.column}`);
  const name = `${plain(evidence.session.slice(0, 8))} at ${new Date(evidence.at).toISOString()}`;
  if (origin === undefined) return name;
  const path = `/p/${encodeURIComponent(project)}/sessions/${encodeURIComponent(evidence.session)}?t=${evidence.at}`;
  return `[${name}](${origin}${path.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
