import type { Cleaner, Kind } from './clean.ts';
import { firstIn, kidsOf, nextTo, type ShadowOf } from './kids.ts';
import { kidsFrom, lone, type Mirror } from './mirror.ts';
import { html, inherited, isBlocked, type Mode, type ModeOf } from './mode.ts';
import type { RecorderParts } from './recorder.ts';
import { createShapes, line, type Shape } from './shapes.ts';

export type Token = string | number | (string | number | boolean | null | object)[];

const namespaces = [html, 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML'];
/** Written as an empty element for now, and filled in by the next reading. */
const maxDepth = 500;
/** Of a text that has nothing to scroll. */
const fewChars = 40;
/** Of what is recorded as an empty box. */
export const boxNames = /^(class|id|style)$/;

export interface WriterParts extends Pick<RecorderParts, 'nameOf'> {
  mirror: Mirror;
  modes: ModeOf;
  clean: Cleaner;
  shadowOf: ShadowOf;
  /** States of an element as `name, value` pairs, put onto its token. */
  states(element: Element, tag: string, mode: Mode, onto: Token & object): void;
  /** It may be scrolled. */
  box(element: Element, tag: string, mode: Mode, shape: Shape): void;
  /** Known nodes that may not stand as they are. */
  anew: ReadonlySet<Node>;
  /** What stands in the place of this text: a stored text's token, or the text. */
  styleText(node: Node, mode: Mode): Token;
  /** A document, shadow root or frame's document was written: it is to be watched from now on. */
  meet(root: Document | ShadowRoot): void;
  /** Was not written whole; the next reading does the rest. */
  owe(node: Node): void;
}

/** Writes nodes as tokens, and notes in the mirror what was written. */
export interface Writer {
  /** Begins a reading, and its operation, that new nodes may take until `deadline` (by `performance.now()`). */
  begin(deadline: number): void;
  /** Numbers of known nodes that were placed in this reading. */
  moved: ReadonlySet<number>;
  /** Tokens for one place under a node. */
  place(above: Node): Place;
}

/** Where tokens of one list go. */
export interface Place {
  tokens: Token[];
  /** False: there was no time, and nothing was written. */
  add(node: Node, parent: number, parentMode: Mode): boolean;
}

export function createWriter(parts: WriterParts): Writer {
  const { mirror, anew, styleText, states, box, modes, clean, meet, owe, shadowOf, nameOf } = parts;
  const moved = new Set<number>();
  const shapeOf = createShapes();
  /** Shapes of this operation, numbered from that of its first node. */
  const shapes = new Map<Shape, number>();
  let first = 0;
  let deadline = 0;
  let over: boolean | undefined;

  function place(above: Node): Place {
    const tokens: Token[] = [];
    const { namespaceURI, localName } = above as Element;
    const around = namespaceURI ? namespaceIn(namespaceURI, localName) : html;
    let toClose = 0;

    function put(token: Token): void {
      if (toClose) tokens.push(-toClose);
      toClose = 0;
      tokens.push(token);
    }

    /** @param namespace - Which a parser would put it into. */
    function add(node: Node, parent: number, parentMode: Mode, namespace: string, depth: number): boolean {
      const there = mirror.id(node);
      // Under what hides it as before, it is hidden as before: what of its own hides it would have it written anew.
      if (there && mirror.mode(mirror.parentOf(there)) === parentMode && !anew.has(node)) return stay(there, parent);
      // Before anything is asked of it: where time is over, thousands may still be waiting.
      if (over && !there) return false;
      // Whatever is asked of a node is asked once: each question leaves the engine's own code.
      // A field that is called so stands in its place in a form.
      const type = +node.nodeType || 1;
      const element = node as Element;
      let tag = '';
      let names: string[] = [];
      let mode = parentMode;
      let shape: Shape | undefined;
      if (type === 1) {
        // A text that was put into the page's markup as it is makes one: `Ada <ada@brackwater.example>`.
        tag = element.localName.replace?.(/.*@.*/, 'x') ?? 'form';
        names = element.getAttributeNames();
        shape = shapeOf(tag);
        for (let at = 0; at < names.length; at++) {
          const name = names[at] as string;
          shape = shapeOf(name, shape);
          if (name === 'class') shape = shapeOf(element.getAttribute(name) as string, shape, true);
        }
        // In a list of our own: that of a frame's element is the frame's, and would hold its page.
        shape.kinds ??= [...names].map((name) => clean.kindOf(tag, name));
        mode = shape.odd ? modes(element, tag, parentMode) : parentMode & inherited;
      }
      if (there) {
        if (mirror.mode(there) === mode && !anew.has(node)) return stay(there, parent);
        // What hides it is another thing here.
        mirror.letGo(node);
      }
      // At each but the first, without which a page might never be told: one may hold a text, or a drawing, of as much as a thousand others.
      over ||= mirror.next() > first && performance.now() > deadline;
      if (over) return false;
      const id = mirror.add(node, parent, mode);
      let inner = html;
      if (shape) {
        const own = element.namespaceURI ?? '';
        inner = namespaceIn(own, tag);
        const implied = isImplied(own, tag, namespace);
        if (shape.odd || !implied) put(alone(element, tag, mode, own, implied, names, shape));
        else if (shaped(element, tag, mode, id, names, shape)) return true;
      } else if (writeLeaf(node, type, mode)) return true;
      if (depth > maxDepth) owe(node);
      else {
        const kids = kidsOf(node, mode, shadowOf, shape && !shape.odd);
        // What is empty yet may be defined later, and have states then.
        if (shape && (kids[0] || tag.includes('-'))) box(element, tag, mode, shape);
        mirror.hold(id, kidsFrom(fill(kids, node, id, mode, inner, depth)));
      }
      toClose++;
      return true;
    }

    /** Most elements differ from others in nothing but values, and most of these hold one text: true where it is written too. */
    function shaped(element: Element, tag: string, mode: Mode, id: number, names: string[], shape: Shape): boolean {
      const only = firstIn.call(element) as Text | null;
      const isLine = only?.nodeType === 3 && !nextTo.call(only) && !mirror.id(only) && !shadowOf(element);
      const said = isLine ? shapeOf(line, shape) : shape;
      const kinds = shape.kinds as Kind[]; // it was asked for them
      const number = shapes.get(said);
      if (!number) shapes.set(said, first + shapes.size);
      put(
        number ??
          [12 as Token, nameOf(element, tag)].concat(
            names
              .filter((_, at) => kinds[at] !== 'left')
              .map((name) => (name === 'class' ? [name, told(element, 'plain', name, mode)] : nameOf(element, name))),
            isLine ? line : [],
          ),
      );
      values(element, names, kinds, mode, tokens);
      if (!isLine) return false;
      mirror.hold(id, lone);
      mirror.add(null, id, mode);
      const text = styleText(only, mode) as string; // no style sheet stands here
      tokens.push(text);
      // What is defined by the page may have states.
      if (text[fewChars] || tag.includes('-')) box(element, tag, mode, said);
      return true;
    }

    /** A known node stands here now. */
    function stay(there: number, parent: number): true {
      mirror.move(there, parent);
      moved.add(there);
      put(there);
      return true;
    }

    /** The kids that were written, which are all where there was time. */
    function fill(kids: Node[], node: Node, id: number, mode: Mode, namespace: string, depth: number): Node[] {
      let at = 0;
      while (at < kids.length && add(kids[at] as Node, id, mode, namespace, depth + 1)) at++;
      if (at < kids.length) owe(node);
      // A list that grew has room for more, which thousands of lists would hold for as long as the page lives.
      return kids.slice(0, at);
    }

    /** Writes what is no element, alone; true for one that has nothing in it. */
    function writeLeaf(node: Node, type: number, mode: Mode): boolean {
      if (type === 9 || type === 11) {
        const { compatMode, doctype } = node as Document;
        // The document of `srcdoc` goes by the standards without saying so with a type. No shadow root has a mode of its own.
        put(!doctype && compatMode === 'CSS1Compat' ? [type, ':mode', 'standards'] : [type]);
        meet(node as Document);
        return false;
      }
      const of = node as DocumentType;
      put(type === 10 ? [type, of.name, of.publicId, of.systemId] : type > 6 ? [8] : styleText(node, mode));
      return true;
    }

    return {
      tokens,
      add: (node, parent, parentMode) => add(node, parent, parentMode, around, 0),
    };
  }

  function alone(
    element: Element,
    tag: string,
    mode: Mode,
    own: string,
    implied: boolean,
    names: string[],
    { kinds = [] }: Shape,
  ): Token {
    // After `document.open` nobody listens to it any more.
    if (tag === 'html') meet(element.ownerDocument);
    const name = nameOf(element, tag);
    const token: Token & object = implied ? [name] : [1, Math.max(0, namespaces.indexOf(own)), name];
    if (tag === 'script') return token;
    values(element, names, kinds, mode, token, true);
    if (isBlocked(mode)) {
      const { height, width } = element.getBoundingClientRect();
      token.push(':blocked', [width, height].map(Math.round));
    } else states(element, tag, mode, token);
    return token;
  }

  /** @param named - Each after its name; else but for the class. */
  function values(
    element: Element,
    names: string[],
    kinds: Kind[],
    mode: Mode,
    onto: unknown[],
    named?: boolean,
  ): void {
    // By name: the browser makes an object that stays for each attribute that is asked for as one.
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      const kind = kinds[at] as Kind;
      if (kind === 'left' || (named ? isBlocked(mode) && !boxNames.test(name) : name === 'class')) continue;
      if (named) onto.push(nameOf(element, name));
      onto.push(told(element, kind, name, mode));
    }
  }

  function told(element: Element, kind: Kind, name: string, mode: Mode): string {
    // Its names were asked for.
    return clean.attribute(element, kind, name, element.getAttribute(name) as string, mode);
  }

  return {
    begin(until) {
      moved.clear();
      // What came before it in this slice may have taken all of it.
      deadline = Math.max(until, performance.now() + 1);
      over = false;
      shapes.clear();
      first = mirror.next();
    },
    moved,
    place,
  };
}

/** Into which a parser puts what stands in an element. */
function namespaceIn(own: string, tag: string): string {
  return own === namespaces[1] && /^(title|desc|foreignObject)$/.test(tag) ? html : own;
}

function isImplied(own: string, tag: string, namespace: string): boolean {
  return own === (tag === 'svg' ? namespaces[1] : tag === 'math' ? namespaces[2] : namespace);
}
