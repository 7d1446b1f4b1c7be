import type { Specification, StatementOf } from '@sightglass/wire';
import { oneLine, plain } from './escape.ts';
import { type StateEdge, stateGraphs } from './state-graph.ts';
import { basisOf, sureOf } from './sure.ts';

export interface Diagram {
  name: string;
  /** Mermaid's text: https://mermaid.js.org/syntax/stateDiagram.html and https://mermaid.js.org/syntax/flowchart.html */
  text: string;
}

/** Links and screens of a map that stay readable; the most used ones. */
const mostLinks = 60;
const mostScreens = 60;

/** The map of the screens, and the states of each entity. */
export function diagramsOf(specification: Specification): Diagram[] {
  return [...screenMap(specification), ...stateDiagrams(specification)];
}

/** A Markdown document that draws them where Markdown is shown. */
export function toMermaid(specification: Specification): string {
  const diagrams = diagramsOf(specification).map(
    ({ name, text }) => `## ${plain(name)}\n\n\`\`\`mermaid\n${text}\`\`\`\n`,
  );
  const nothing = `Not shown: neither links between screens nor states were seen.\n`;
  const undrawn = sureOf(specification, 'link').length - mostLinks;
  const unplaced = sureOf(specification, 'screen').length - mostScreens;
  const cut = [
    ...(undrawn > 0 ? [` The ${mostLinks} links that were taken most are drawn, and ${undrawn} are not.`] : []),
    ...(unplaced > 0 ? [` The ${mostScreens} screens that were visited most are drawn, and ${unplaced} are not.`] : []),
  ].join('');
  return [
    `# ${plain(specification.project.name)}: diagrams\n`,
    `${plain(`${basisOf(specification)}${cut}`)}\n`,
    ...(diagrams.length === 0 ? [nothing] : diagrams),
  ].join('\n');
}

function screenMap(specification: Specification): Diagram[] {
  const links = sureOf(specification, 'link')
    .toSorted((one, other) => other.times - one.times || (one.key < other.key ? -1 : 1))
    .slice(0, mostLinks);
  const screens = sureOf(specification, 'screen')
    .toSorted((one, other) => other.views - one.views || (one.key < other.key ? -1 : 1))
    .slice(0, mostScreens);
  const others = entered(screens, links);
  if (links.length + others.length === 0) return [];
  const titles = new Map(screens.map(({ route, title }) => [route, title]));
  const routes = [...new Set([...links.flatMap(({ from, to }) => [from, to]), ...titles.keys()])].toSorted();
  const idOf = numbered(routes, 's');
  const lines = [
    ...routes.map(
      (route) =>
        `  ${idOf(route)}["${label(route)}${titles.get(route) ? `<br/>${label(titles.get(route) ?? '')}` : ''}"]`,
    ),
    ...links.map((link) => `  ${idOf(link.from)} -->${edge(controlOf(link))} ${idOf(link.to)}`),
    ...others.map(({ from, to }) => `  ${idOf(from)} -.-> ${idOf(to)}`),
  ];
  return [{ name: 'Screens', text: `flowchart LR\n${lines.join('\n')}\n` }];
}

/** Ways that were seen without the control that led there. */
function entered(
  screens: readonly StatementOf<'screen'>[],
  links: readonly StatementOf<'link'>[],
): { from: string; to: string }[] {
  const told = new Set(links.map(({ from, to }) => JSON.stringify([from, to])));
  const routes = new Set(screens.map(({ route }) => route));
  return screens
    .flatMap(({ route: to, enteredFrom }) => enteredFrom.map(({ route: from }) => ({ from, to })))
    .filter(({ from, to }) => from !== to && routes.has(from) && !told.has(JSON.stringify([from, to])))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

const controlOf = ({ controls }: StatementOf<'link'>): string => controls[0]?.name ?? '';
const edge = (name: string): string => (name === '' ? '' : `|"${label(name)}"|`);

function stateDiagrams(specification: Specification): Diagram[] {
  return stateGraphs(specification).map(({ entity, nodes, edges }) => {
    const idOf = numbered(
      nodes.map(({ key }) => key),
      's',
    );
    const by = ({ transition }: StateEdge) =>
      transition.by === null ? 'no call seen' : label(`${transition.by.method} ${transition.by.path}`);
    const lines = [
      ...nodes.map(({ key, name }) => `  state "${label(name)}" as ${idOf(key)}`),
      ...nodes.filter(({ initial }) => initial).map(({ key }) => `  [*] --> ${idOf(key)}`),
      ...edges.map((edge) => `  ${idOf(edge.from)} --> ${idOf(edge.to)} : ${by(edge)}`),
      ...nodes.filter(({ final }) => final).map(({ key }) => `  ${idOf(key)} --> [*]`),
    ];
    return { name: `States of ${entity}`, text: `stateDiagram-v2\n${lines.join('\n')}\n` };
  });
}

/** Names of people's making never stand where Mermaid reads its own words: nodes have numbers. */
function numbered(names: readonly string[], letter: string): (name: string) => string {
  const ids = new Map(names.map((name, index) => [name, `${letter}${index + 1}`]));
  return (name) => ids.get(name) ?? letter;
}

/** Recorded words as a label: all that could end it, or be markup in it, is written as a character's number. */
function label(recorded: string): string {
  const text = oneLine(recorded).replace(/\s+/g, ' ');
  const written = text
    .replace(/[^\p{L}\p{M}\p{N} /._,=-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`)
    .replace(/-(?=-)/g, '#45;');
  // Mermaid takes no name of nothing.
  return written === '' ? 'without a name' : written;
}
