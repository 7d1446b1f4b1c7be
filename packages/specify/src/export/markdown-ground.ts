import type { Evidence, Statement } from '@sightglass/wire';
import { counted } from '../points/point.ts';
import { code, plain } from './escape.ts';
import { addressOf } from './sure.ts';

/** How a document is written. */
export interface MarkdownOptions {
  /** Address of the dashboard, without a slash at its end; without it evidence is named and not linked. */
  origin?: string;
  /** Only what this release showed. */
  release?: string;
  /**
   * `full`: counts, tiers and evidence. `none`: what is said alone, so that two writings differ where the application does, which is what
   * version control wants.
   */
  ground?: 'full' | 'none';
}

/** What the writers of sections need to know beside their statements. */
export interface Writing {
  project: string;
  options: MarkdownOptions;
}

/** The lines that stand under a statement of its own: how sure it is, and where to see it. */
export function groundLines(statement: Statement, { project, options }: Writing): string[] {
  if (options.ground === 'none') return [];
  const { support, tier } = statement;
  const shown = `${counted(support.observations, 'time')} in ${counted(support.sessions, 'session')} of ${counted(support.visitors, 'visitor')}`;
  return [
    `- ${tier}: ${support.sessions === 0 ? inCode : shown}${support.against > 0 ? `, ${support.against} against` : ''}`,
    `- evidence: ${statement.evidence.map((one) => pointer(one, { project, options })).join(', ')}`,
  ];
}

/** Nobody was seen to come to it. */
const inCode = 'read in the code, no session showed it';

/** The same in one cell of a table, or at the end of a line: the best piece of evidence. */
function groundCell(statement: Statement, writing: Writing): string {
  const [first] = statement.evidence;
  if (first === undefined) return '';
  const corrected = statement.review?.state === 'corrected' ? `${plain(statement.text)}; ` : '';
  const { sessions } = statement.support;
  const by = sessions === 0 ? 'the code alone' : counted(sessions, 'session');
  return `${corrected}${statement.tier}, ${by}: ${pointer(first, writing)}`;
}

export function pointer(evidence: Evidence, { project, options: { origin } }: Writing): string {
  if (evidence.type === 'code') return code(addressOf(evidence, project, origin));
  const name = `${plain(evidence.session.slice(0, 8))} at ${new Date(evidence.at).toISOString()}`;
  return origin === undefined ? name : `[${name}](${addressOf(evidence, project, origin)})`;
}

/** A table whose last column is the ground, unless it is left out. Cells are Markdown already. */
export function table(
  columns: readonly string[],
  rows: readonly { statement: Statement; cells: readonly string[] }[],
  writing: Writing,
): string[] {
  if (rows.length === 0) return [];
  const grounded = writing.options.ground !== 'none';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell || '&nbsp;').join(' | ')} |`;
  const head = [...columns, ...(grounded ? ['ground'] : [])];
  return [
    [
      line(head),
      line(head.map(() => '---')),
      ...rows.map(({ statement, cells }) => line([...cells, ...(grounded ? [groundCell(statement, writing)] : [])])),
    ].join('\n'),
  ];
}
