import type { PlainNode } from '@sightglass/replay';

/** A node without its number and states: what of a page and of its recording must be the same. */
export type Tree = Pick<PlainNode, 'kind' | 'name' | 'namespace' | 'attributes' | 'text'> & { children?: Tree[] };

/** The recording's side. */
export function treeOf({ kind, name, namespace, attributes, text, children }: PlainNode): Tree {
  const tree: Tree = { kind };
  if (name !== undefined) tree.name = name;
  if (namespace !== undefined) tree.namespace = namespace;
  if (kind === 'element') tree.attributes = attributes ?? {};
  if (text !== undefined) tree.text = text;
  if (children && children.length > 0) tree.children = children.map(treeOf);
  return tree;
}

/** The page's side; runs in the page. What is never recorded is left out: insides of scripts, templates and `noscript`, handlers, what templates bind. */
export function treeOfPage(): Tree {
  const namespaces = { 'http://www.w3.org/1999/xhtml': 'html', 'http://www.w3.org/2000/svg': 'svg' } as const;
  // What the browser has, whatever the page has put over it.
  const all = Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes')?.get as () => NodeListOf<ChildNode>;
  function kidsOfElement(element: Element): Node[] {
    const tag = element.localName;
    if (/^i?frame$/.test(tag)) {
      const inner = (element as HTMLIFrameElement).contentDocument;
      return inner ? [inner] : [];
    }
    if (/^(script|noscript|template)$/.test(tag)) return [];
    return [...(element.shadowRoot ? [element.shadowRoot] : []), ...all.call(element)];
  }
  function show(node: Node): Tree {
    const tree: Tree = { kind: 'comment' };
    // A section that is read as it stands (`<![CDATA[`) is a text.
    if (node.nodeType === 3 || node.nodeType === 4) return { kind: 'text', text: (node as Text).data };
    if (node.nodeType === 8) return tree;
    if (node.nodeType === 10) return { kind: 'doctype', name: (node as DocumentType).name };
    if (node.nodeType === 9) tree.kind = 'document';
    if (node.nodeType === 11) tree.kind = 'shadow';
    if (node.nodeType === 1) {
      const element = node as Element;
      tree.kind = 'element';
      tree.name = element.localName;
      tree.namespace = namespaces[element.namespaceURI as keyof typeof namespaces] ?? 'math';
      // Two may have one name, of different namespaces: whoever asks by name gets the first.
      const shown = element.localName === 'script' ? [] : [...element.attributes].reverse();
      tree.attributes = Object.fromEntries(
        shown
          .filter(({ name }) => !/^on.|^:|^nonce$/.test(name))
          // That there is one is recorded; what it says stands in the frame.
          .map(({ name, value }) => [name, name === 'srcdoc' ? '' : value] as const)
          .sort(([a], [b]) => (a < b ? -1 : +(a > b))),
      );
    }
    const kids = (node.nodeType === 1 ? kidsOfElement(node as Element) : [...all.call(node)]).map(show);
    if (kids.length > 0) tree.children = kids;
    return tree;
  }
  return show(document);
}
