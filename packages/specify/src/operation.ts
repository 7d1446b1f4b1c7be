import { singular, wordsOf } from '@sightglass/wire';

const verbs =
  /^(?:get|list|find|search|fetch|read|query|load|count|show|view|lookup|look|describe|browse|check|retrieve|select|create|add|new|insert|make|update|edit|change|set|save|put|patch|delete|remove|destroy|cancel|confirm|approve|reject|submit|close|open|assign|move|send|start|stop|finish|archive|restore)$/;
/** Words that stand behind a verb and name nothing. */
const filling = /^(?:all|by|id|ids|one|many|my|own|the|of|for|list|page|details?)$/;
const asksForOne = /^(?:get|show|read|find|fetch|load|view|retrieve|describe|lookup|by)$/;

/**
 * What a call by name is about where the name says it, in the singular: `berth` of `berths.list` and of `getBerth`. Empty: a name that says
 * no thing, such as `login`.
 *
 * @param path - With the name behind a `#`, as keys of calls write it.
 */
export function askedThing(path: string): string {
  const operation = operationIn(path);
  const parts = operation.split(/[./]/).filter(Boolean);
  if (parts.length > 1) return singular(parts.at(-2) ?? '');
  const [first = '', ...rest] = wordsOf(operation);
  const noun = verbs.test(first) ? rest.filter((word) => !filling.test(word)) : [];
  const [only = ''] = noun;
  // `cancelOrderLine` is about an order line; of `getBerthsForVessel` who knows.
  return noun.length === 0 || noun.length > 2 ? '' : singular(noun.length === 1 ? only : noun.join('-'));
}

/** What a change by name is about, whatever verb it has: `dose` of `giveDose`. Empty where its words name nothing: `signIn`. */
export function changedThing(operation: string): string {
  const words = wordsOf(operation.split(/[./]/).at(-1) ?? '');
  const verbLast = words.length > 1 && !verbs.test(words[0] ?? '') && verbs.test(words.at(-1) ?? '');
  const noun = (verbLast ? words.slice(0, -1) : words.slice(1)).filter((word) => !filling.test(word));
  if (noun.length === 0 || noun.length > 2 || noun.every((word) => particle.test(word))) return '';
  return singular(noun.join('-'));
}

const particle = /^(?:in|on|up|out|off|to|over|back|again|now|me)$/;

/** Whether it asks for one thing, as an address with an id does. */
export function asksForOneThing(path: string): boolean {
  const words = wordsOf(operationIn(path).split(/[./]/).at(-1) ?? '');
  return asksForOne.test(words[0] ?? '');
}

/** The name of what is called: behind `#`, or a procedure of tRPC. */
const operationIn = (path: string): string =>
  path.includes('#') ? path.slice(path.indexOf('#') + 1) : procedureIn(path).join('.');

/** `berths`, `byId` of `/api/trpc/berths.byId`; empty for any other path. */
export const procedureIn = (path: string): string[] =>
  (/\/([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+)$/.exec(path)?.[1] ?? '').replace(fileName, '').split('.').filter(Boolean);

/** `/reports/weekly.csv` is a file, whatever stands before the dot. */
const fileName =
  /^.*\.(?:json|csv|tsv|xml|html?|txt|pdf|xlsx?|zip|ics|rss|atom|php|aspx?|jsp|do|action|cgi|md|ya?ml|ndjson|jsonl)$/i;
