/** A page that changes at random, and what a recorder writes of it. For tests. */
export interface MadeUpPage {
  /** The operations of an anchor. */
  anchor(): unknown[][];
  /** Changes a few things, and answers the operations that tell it. */
  change(): unknown[][];
}

interface Made {
  id: number;
  tag: string;
  /** `#text`, `#shadow`, `#document` or an element. */
  text: string;
  children: Made[];
}

const tags = {
  html: ['div', 'p', 'span', '#text', '#text', 'svg', 'math', 'x-card', 'iframe'],
  svg: ['g', 'linearGradient', '#text'],
  math: ['mrow', 'mi', '#text'],
};

/** @param random - From 0 to 1, as `Math.random`. */
export function createMadeUpPage(random: () => number): MadeUpPage {
  let last = 0;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const times = (most: number): number => Math.floor(random() * (most + 1));
  let root = make('#document', [make('#doctype'), make('html', [make('head', []), make('body', [make('div', [])])])]);
  let written = new Map<Made, Made[]>();
  /** Of the operation that is written: the number of its first node, and its shapes. */
  let first = 0;
  let shapes: string[] = [];

  function make(tag: string, children: Made[] = []): Made {
    return { id: 0, tag, text: tag === '#text' ? `text ${times(999)}` : '', children };
  }

  function grow(depth: number, within: 'html' | 'svg' | 'math' = 'html'): Made {
    const tag = depth > 4 ? '#text' : (pick(tags[within]) ?? '#text');
    if (tag === 'iframe') {
      const body = make('body', [grow(depth + 1)]);
      return make(tag, [make('#document', [make('#doctype'), make('html', [make('head'), body])])]);
    }
    const inner = tag === 'svg' || tag === 'math' ? tag : within;
    const children = tag === '#text' ? [] : Array.from({ length: times(3) }, () => grow(depth + 1, inner));
    if (tag === 'x-card') children.unshift(make('#shadow', [grow(depth + 1)]));
    return make(tag, children);
  }

  function all(from: Made, found: Made[] = []): Made[] {
    found.push(from);
    for (const child of from.children) all(child, found);
    return found;
  }

  /** Places where anything may stand. */
  const parents = (): Made[] =>
    all(root).filter(
      ({ tag }) => !/^(#text|#document|#doctype|html|head|iframe|svg|math|g|linearGradient|mrow|mi)$/.test(tag),
    );
  const movable = (of: Made): Made[] => of.children.filter(({ tag }) => !tag.startsWith('#') || tag === '#text');

  function alter(): void {
    const parent = pick(parents());
    if (!parent) return;
    const roots = parent.children.filter(({ tag }) => tag === '#shadow');
    const others = movable(parent);
    switch (times(4)) {
      case 0:
        others.splice(times(others.length), 0, grow(2));
        break;
      case 1:
        others.splice(times(others.length), 1);
        break;
      case 2:
        others.sort(() => random() - 0.5);
        break;
      case 3: {
        const target = pick(parents());
        const moved = pick(others);
        // A frame that moves loads anew, as does a page; a node does not move into itself.
        if (!target || !moved || all(moved).includes(target) || all(moved).some(({ tag }) => tag === 'iframe')) return;
        others.splice(others.indexOf(moved), 1);
        if (target === parent) others.push(moved);
        else target.children = [...target.children, moved];
        break;
      }
      default:
        if (others.length > 0)
          others.splice(
            0,
            others.length,
            make(
              'div',
              [...others].filter(({ tag }) => tag !== 'iframe'),
            ),
          );
    }
    parent.children = [...roots, ...others];
  }

  function write(node: Made, tokens: unknown[]): void {
    if (node.id > 0) {
      tokens.push(node.id);
      return;
    }
    last += 1;
    node.id = last;
    written.set(node, node.children);
    if (node.tag === '#text') tokens.push(node.text);
    else if (node.tag === '#doctype') tokens.push([10, 'html', '', '']);
    else {
      const [only, more] = node.children;
      const hasShape = !node.tag.startsWith('#') && random() < 0.7;
      const isLine = hasShape && only?.tag === '#text' && only.id === 0 && !more;
      const number = String(node.id % 7);
      if (hasShape && node.id % 2) tokens.push(shape([node.tag, ['data-n', number], ...(isLine ? [''] : [])]));
      else if (hasShape) tokens.push(shape([node.tag, 'data-n', ...(isLine ? [''] : [])]), number);
      else tokens.push(node.tag === '#shadow' ? [11] : node.tag === '#document' ? [9] : [node.tag, 'data-n', number]);
      for (const child of node.children) write(child, tokens);
      if (!isLine) tokens.push(-1);
    }
  }

  /** Defined where it is used first. */
  function shape(items: unknown[]): unknown {
    const text = JSON.stringify(items);
    const known = shapes.indexOf(text);
    if (known >= 0) return first + known;
    shapes.push(text);
    return [12, ...items];
  }

  function begin(): number {
    shapes = [];
    first = last + 1;
    return first;
  }

  function compare(): unknown[][] {
    const base = begin();
    const entries: unknown[][] = [];
    const standing = all(root);
    for (const node of standing) {
      const before = written.get(node);
      // New nodes are written with all that they hold.
      if (!before || before === node.children || node.id >= base) continue;
      const now = node.children;
      let head = 0;
      while (head < now.length && head < before.length && now[head] === before[head]) head += 1;
      let tail = 0;
      while (tail < Math.min(now.length, before.length) - head && now.at(-1 - tail) === before.at(-1 - tail)) tail += 1;
      written.set(node, now);
      if (head === now.length && head === before.length) continue;
      const tokens: unknown[] = [];
      for (const child of now.slice(head, now.length - tail)) write(child, tokens);
      entries.push([node.id, head, tail, tokens]);
    }
    // What stands nowhere is forgotten, and written anew where it comes back.
    const stands = new Set(all(root));
    for (const node of [...written.keys()])
      if (!stands.has(node)) {
        written.delete(node);
        node.id = 0;
      }
    return entries.length > 0 ? [[2, 0, base, entries]] : [];
  }

  return {
    anchor() {
      for (const node of all(root)) node.id = 0;
      written = new Map();
      root = { ...root, id: 0 };
      last += 1;
      const base = last;
      root.id = base;
      written.set(root, root.children);
      begin();
      const tokens: unknown[] = [];
      for (const child of root.children) write(child, tokens);
      return [
        [0, 0, base, { href: 'http://x/', width: 800, height: 600 }, tokens],
        [1, 0],
      ];
    },
    change() {
      for (let count = times(3); count >= 0; count -= 1) alter();
      const operations = compare();
      const texts = all(root).filter(({ tag }) => tag === '#text');
      const text = pick(texts);
      if (text && random() < 0.3) {
        text.text = `text ${times(999)}`;
        operations.push([3, 0, text.id, text.text]);
      }
      return operations;
    },
  };
}
