/**
 * Looks for the order of functions in which each file packs shortest, and writes it to `build-order.json`: `node packages/capture/find-order.ts
 * [seconds for each file]`. Worth its minutes where a file is about to outgrow its budget; each run goes on from what the one before it found.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { buildSdk } from './build.ts';
import { type Body, bodiesOf, isFunction, type Order, orderOf, orders, putInOrder } from './build-order.ts';

/** Bytes. */
const warmth = 4;

type Statement = Body['statements'][number] & { print_to_string(options: object): string };
/** A text, or the statements of a body. */
type Part = string | Statements;
interface Statements {
  body: Body;
  order: { one: Statement; parts: Part[] }[];
}

const seconds = Number(process.argv[2] ?? 60);
const folder = await mkdtemp(join(tmpdir(), 'sightglass-order-'));
const found: Record<string, Order> = {};
/** Statements that stand where others were taken out, each with its number. */
const { ast } = await minify(Array.from({ length: 999 }, (_, at) => `mark${at}in`).join(';'), {
  ...{ compress: false, mangle: false, format: { ast: true, code: false } as object },
});
const marks = (ast as unknown as { body: Statement[] }).body;
try {
  await buildSdk(folder, (file, tree) => {
    putInOrder(tree, orders[file] ?? []);
    const bodies = bodiesOf(tree);
    if (bodies.length > 0) found[file] = climb(file, tree, bodies);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
const text = Object.entries(found).map(
  ([file, order]) =>
    `  ${JSON.stringify(file)}: [\n${order.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`,
);
await writeFile(join(import.meta.dirname, 'build-order.json'), `{\n${text.join(',\n')}\n}\n`);

/** Moves one or two functions at a time, and keeps what is not longer than it was, or at first not much. */
function climb(file: string, tree: unknown, bodies: Body[]): Order {
  const lists: Statements[] = [];
  const whole = partsOf(tree as Statement, bodies, lists);
  // A body with more functions is tried more often.
  const tried = lists.flatMap((list) => list.order.filter(({ one }) => isFunction(one)).map(() => list));
  const begun = packed(whole);
  let now = begun;
  let best = { bytes: begun, orders: lists.map(({ order }) => order) };
  const from = Date.now();
  for (let share = 0; share < 1; share = (Date.now() - from) / (seconds * 1_000)) {
    const before = [pick(tried), pick(tried)]
      .slice(Math.floor(Math.random() * 2))
      .map((list) => ({ list, was: list.order }));
    for (const { list } of before) list.order = moved(list.order);
    const then = packed(whole);
    // At first what is a little longer may lead to what is shorter than all before.
    if (then - now <= Math.random() * warmth * (1 - 2 * share)) now = then;
    else for (const { list, was } of before.reverse()) list.order = was;
    if (now < best.bytes) best = { bytes: now, orders: lists.map(({ order }) => order) };
  }
  for (const [at, list] of lists.entries()) list.order = best.orders[at] ?? list.order;
  for (const { body, order } of lists) body.statements.splice(0, order.length, ...order.map(({ one }) => one));
  console.log(`${file}: ${best.bytes - begun} bytes`);
  return orderOf(bodies);
}

function moved(order: Statements['order']): Statements['order'] {
  const next = [...order];
  const functions = order.filter(({ one }) => isFunction(one));
  const [one] = next.splice(next.indexOf(pick(functions)), 1);
  // No statement may come before one that says how all of them are read.
  const first = next.findLastIndex(({ one: { TYPE } }) => TYPE === 'Directive') + 1;
  if (one) next.splice(first + Math.floor(Math.random() * (next.length - first + 1)), 0, one);
  return next;
}

function pick<T>(from: T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T; // never empty
}

function packed(whole: Part[]): number {
  return gzipSync(textOf(whole), { level: 9 }).length;
}

function textOf(parts: Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const last = part.order.at(-1);
      return part.order.map((each) => textOf(each.parts) + (each !== last && ends(each) ? ';' : '')).join('');
    })
    .join('');
}

/** Close enough to how it is written, since only lengths are compared. */
function ends({ one, parts }: Statements['order'][number]): boolean {
  const last = parts.at(-1);
  return !/^(If|For\w*|While|Try|Switch|BlockStatement|Defun|DefClass)$/.test(one.TYPE) || !/\}$/.test(String(last));
}

/** Writes a tree once, each body with its statements by themselves: to write all of it anew would take a hundred times as long as to pack it. */
function partsOf(tree: Statement, bodies: Body[], lists: Statements[]): Part[] {
  const kept = bodies.map(({ statements }) => statements.splice(0, statements.length) as Statement[]);
  for (const [at, { statements }] of bodies.entries()) statements.push(marks[at] as Statement);
  const all = bodies.map((body): Statements => ({ body, order: [] }));
  const cut = (one: Statement): Part[] =>
    one
      .print_to_string({ ecma: 2020, ascii_only: true })
      .split(/mark(\d+)in;?/)
      .map((piece, at) => (at % 2 ? (all[Number(piece)] as Statements) : piece));
  const whole = cut(tree);
  for (const [at, list] of all.entries()) for (const one of kept[at] ?? []) list.order.push({ one, parts: cut(one) });
  for (const [at, { statements }] of bodies.entries()) statements.splice(0, statements.length, ...(kept[at] ?? []));
  lists.push(...all);
  return whole;
}
