import type { Node } from 'oxc-parser';
import { type Frame, literal, optionsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, isFunction, memberName, nameOfKey, propertyNamed, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** Hooks and services that are handed a title, whoever wrote them. */
const setters = /^(?:useTitle|useDocumentTitle|usePageTitle|setTitle|setPageTitle|setDocumentTitle)$/;
const heads = /^(?:useHead|useSeoMeta|useMeta|createMetaManager)$/;
/** A component that is longer shows several screens. */
const longest = 60_000;

/**
 * What a component calls the document: `document.title = '…'`, `useHead({title: () => t('…')})`, `useTitle('…')`, and what it hands to a
 * component that sets the title from its own prop: `<Title of="Book a walk" />`.
 */
export function titleSetIn(world: World, shown: Value): string | undefined {
  const { unit, node } = shown.spot;
  if (node.end - node.start > longest) return undefined;
  let found: string | undefined;
  walk(node, (inner) => {
    if (found !== undefined) return false;
    if (inner.type === 'AssignmentExpression' && isTitle(world, unit, inner.left))
      found = textOf(world, unit, inner.right);
    else if (inner.type === 'CallExpression') found = titleHanded(world, unit, inner);
  });
  return found;
}

/** `document.title`, by whatever name the document came into the script. */
function isTitle(world: World, unit: Unit, node: Node): boolean {
  if (node.type !== 'MemberExpression' || memberName(node) !== 'title') return false;
  const owner = world.evaluator.worth(unit, node.object);
  return optionsOf(owner).some((one) => one.is === 'unknown' && one.name === 'document');
}

function titleHanded(world: World, unit: Unit, call: CallNode): string | undefined {
  const callee = bare(call.callee);
  const [first, second] = call.arguments;
  const name = memberName(callee) ?? (callee.type === 'Identifier' ? callee.name : '');
  if (first && first.type !== 'SpreadElement' && setters.test(name)) return textOf(world, unit, first);
  const shown = first && titleShown(unit, call);
  if (shown) return textOf(world, unit, shown);
  const title = first?.type === 'ObjectExpression' ? propertyNamed(first, 'title') : undefined;
  if (title && (heads.test(name) || isFunction(title) || isHead(world, unit, call))) return textOf(world, unit, title);
  if (first && second?.type === 'ObjectExpression') return titleOfProp(world, unit, first, second);
  return first ? titleThrough(world, unit, call) : undefined;
}

/** `useHead` by the name that a minifier gave it: what it is handed goes on, with the `head` that an option or the application has. */
function isHead(world: World, unit: Unit, call: CallNode): boolean {
  return world.calledAt({ unit, call }).some(({ fn, byName }) => {
    const [input] = fn.params;
    if (byName || input?.type !== 'Identifier' || fn.end - fn.start > 600) return false;
    let hasHead = false;
    let isHanded = false;
    walk(fn, (inner) => {
      if (inner.type === 'MemberExpression') hasHead ||= memberName(inner) === 'head';
      else if (inner.type === 'Property') hasHead ||= nameOfKey(inner.key, inner.computed) === 'head';
      else if (inner.type === 'CallExpression')
        isHanded ||= inner.arguments.some((one) => one.type === 'Identifier' && one.name === input.name);
    });
    return hasHead && isHanded;
  });
}

/** `<title>{t('tours.title')}</title>`, which React and head managers put into the document; within a picture it is the picture's. */
function titleShown(unit: Unit, call: CallNode): Node | undefined {
  if (tagOf(call) !== 'title') return undefined;
  for (let at = unit.scopes.parentOf(call); at && !isFunction(at); at = unit.scopes.parentOf(at))
    if (at.type === 'CallExpression' && /^(?:svg|g|symbol|path)$/.test(tagOf(at))) return undefined;
  const [, props, child] = call.arguments;
  const children = props?.type === 'ObjectExpression' ? propertyNamed(props, 'children') : undefined;
  return children ?? (child && child.type !== 'SpreadElement' ? child : undefined);
}

function tagOf({ arguments: [first] }: CallNode): string {
  if (first?.type === 'Literal') return `${first.value}`;
  return first?.type === 'TemplateLiteral' ? (first.quasis[0]?.value.cooked ?? '') : '';
}

/** `usePage('ward')`, where the product's own hook sets the title out of what it is handed. */
function titleThrough(world: World, unit: Unit, call: CallNode): string | undefined {
  for (const { unit: from, fn, byName } of world.calledAt({ unit, call })) {
    if (byName || fn.end - fn.start > 2_000 || fn.params.length === 0) continue;
    let set: Node | undefined;
    walk(fn, (inner) => {
      if (inner.type === 'AssignmentExpression' && isTitle(world, from, inner.left)) set ??= inner.right;
      return set === undefined;
    });
    if (!set) continue;
    const args = call.arguments.map((one) => world.evaluator.worth(unit, one));
    const title = textOf(world, from, set, world.evaluator.bind(from, fn, args));
    if (title !== undefined) return title;
  }
  return undefined;
}

/** The prop that a component makes the title of. */
function titleOfProp(world: World, unit: Unit, component: Node, props: Node): string | undefined {
  if (props.type !== 'ObjectExpression' || props.properties.length === 0 || props.properties.length > 4)
    return undefined;
  const made = world.evaluator.worth(unit, component);
  const from = made.spot.unit;
  if (made.is !== 'function' || made.fn.end - made.fn.start > 2_000) return undefined;
  let prop: string | undefined;
  walk(made.fn, (inner) => {
    if (inner.type !== 'AssignmentExpression' || !isTitle(world, from, inner.left)) return;
    const parts = inner.right.type === 'TemplateLiteral' ? inner.right.expressions : [inner.right];
    for (const part of parts) prop ??= memberName(bare(part)) ?? propBehind(from, part);
  });
  const given = prop === undefined ? undefined : propertyNamed(props, prop);
  return given && textOf(world, unit, given);
}

/** `({title}) => …`: a prop by the name that it was taken out under. */
function propBehind(unit: Unit, node: Node): string | undefined {
  const step = unit.scopes.bindingOf(bare(node))?.origins[0]?.path.at(-1);
  return step && 'key' in step ? step.key : undefined;
}

/** A text, or what a function without parameters gives: `() => t('pages.home')`. */
function textOf(world: World, unit: Unit, node: Node, frame?: Frame): string | undefined {
  const value = world.evaluator.worth(unit, node, frame);
  const given =
    value.is === 'function' && value.fn.params.length === 0 ? world.evaluator.apply(value, [], value.spot) : value;
  const text = optionsOf(given)
    .flatMap((one) => literal(one) ?? [])[0]
    ?.trim();
  return text === undefined || text === '' || text.length > 120 ? undefined : text;
}

/** `title` of what a route's module says of its page: `meta: () => [{title: 'Plots'}]`. */
export function titleOfMeta(world: World, meta: Value | undefined): string | undefined {
  if (meta?.is !== 'function') return undefined;
  const given = world.evaluator.apply(meta, [], meta.spot);
  const tags = given.is === 'array' ? given.items : [given];
  for (const tag of tags) {
    const title = tag.is === 'object' ? literal(tag.entries.get('title')?.value()) : undefined;
    if (title !== undefined) return title;
  }
  return undefined;
}

/** `title` of what a route's `head` gives: `head: () => ({meta: [{title: 'Plots'}]})` of TanStack Router. */
export function titleOfHead(world: World, head: Value | undefined): string | undefined {
  if (head?.is !== 'function') return undefined;
  const given = world.evaluator.apply(head, [], head.spot);
  const meta = given.is === 'object' ? given.entries.get('meta')?.value() : undefined;
  const tags = meta?.is === 'array' ? meta.items : [];
  return tags
    .map((tag) => (tag.is === 'object' ? literal(tag.entries.get('title')?.value()) : undefined))
    .find(Boolean);
}
