import type { ChangeItem, Exposure, SpecificationDiff, Statement } from '@sightglass/wire';
import { code, plain } from './escape.ts';
import type { ExportOptions } from './json-schema.ts';
import { pointer } from './markdown-ground.ts';

const chapters = [
  { title: 'Breaking', why: 'Who goes on as before fails.', holds: ({ breaking }: ChangeItem) => breaking },
  { title: 'Harmless', why: 'Nobody who goes on as before fails.', holds: () => true },
];

/**
 * What changed from one release to another as a Markdown document: breaking changes first, each with what it brings, the evidence of both
 * sides, and in how many sessions it could have shown itself. What was not exercised is listed apart, and is no change.
 */
export function diffToMarkdown(diff: SpecificationDiff, options: ExportOptions = {}): string {
  const { project, from, to, items } = diff;
  const name = ({ release }: SpecificationDiff['from']) => (release === null ? 'all releases' : code(release));
  const changes = items.filter(({ change }) => change !== 'not exercised');
  const silent = items.filter(({ change }) => change === 'not exercised');
  const told = new Set<ChangeItem>();
  const blocks = chapters.flatMap(({ title, why, holds }) => {
    const own = changes.filter((item) => !told.has(item) && holds(item));
    for (const item of own) told.add(item);
    const written = own.map((item) => itemText(item, diff, options));
    return [`## ${title}: ${own.length}`, ...(own.length === 0 ? ['None.'] : [why, ...written])];
  });
  return `${[
    `# ${plain(project.name)}: from ${name(from)} to ${name(to)}`,
    `${from.sessions} sessions of ${from.visitors} visitors before, ${to.sessions} sessions of ${to.visitors} visitors after.`,
    ...blocks,
    `## Not exercised: ${silent.length}`,
    ...(silent.length === 0 ? ['None.'] : [silent.map(({ text }) => `- ${plain(text)}`).join('\n')]),
  ].join('\n\n')}\n`;
}

function itemText(item: ChangeItem, { project }: SpecificationDiff, options: ExportOptions): string {
  const writing = { project: project.id, options };
  const side = (word: string, statement: Statement | null, { sessions, seen }: Exposure) => {
    const evidence = (statement?.evidence ?? []).slice(0, 2).map((one) => pointer(one, writing));
    return `- ${word}: ${seen} of ${sessions} sessions${evidence.length === 0 ? '' : `: ${evidence.join(', ')}`}`;
  };
  return [
    `### ${plain(item.text)}\n`,
    `- point ${item.point}, ${item.severity}`,
    side('before', item.from, item.exposure.from),
    side('after', item.to, item.exposure.to),
    ...item.consequences.map(({ text }) => `- with it: ${plain(text)}`),
  ].join('\n');
}
