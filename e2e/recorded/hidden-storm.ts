/**
 * A storm of masks that come and go, the same for the same seed; runs in the page. Each call of what it gives makes one change: elements that hide what they
 * hold, or show it again, made, moved, filled, taken out and put back, with shadow roots and frames. At the end of each the word `hidden` stands
 * in places alone that hide it, so that it is at no moment to be seen.
 */
export function startHiddenStorm(seed: number): () => void {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = <T>(list: ArrayLike<T>): T | undefined => list[random(list.length)];
  const root = document.body;
  const away: Element[] = [];
  const tags = ['div', 'p', 'span', 'b', 'ul', 'li', 'section'];
  const marks = ['mask', 'block', 'allow', 'of a later version'];

  function make(depth = 0): Element {
    const made = document.createElement(of(tags) ?? 'div');
    made.className = `c${random(5)}`;
    if (random(9) === 0) made.setAttribute('data-sightglass', of(marks) ?? '');
    if (random(12) === 0) made.setAttribute('contenteditable', of(['true', 'false']) ?? '');
    for (let left = random(4); left > 0 && depth < 4; left--) made.append(random(3) ? make(depth + 1) : 'new');
    if (random(9) === 0 && /^(div|p|span|section)$/.test(made.localName))
      made.attachShadow({ mode: 'open' }).append(make(depth + 1), 'new');
    return made;
  }

  /** What it stands in, through shadow roots and frames. */
  const outer = (node: Node): Node | null | undefined =>
    node.parentNode ?? (node as ShadowRoot).host ?? (node as Document).defaultView?.frameElement;

  function isHidden(node: Node): boolean {
    let mark: string | null = null;
    let isWritten: string | null = null;
    for (let at = outer(node); at; at = outer(at)) {
      const own = (at as Element).getAttribute?.('data-sightglass') ?? null;
      if (own === 'block') return true;
      mark ??= own;
      isWritten ??= (at as Element).getAttribute?.('contenteditable') ?? null;
    }
    return mark ? mark !== 'allow' : isWritten === 'true';
  }

  function everything(): Node[] {
    const all: Node[] = [root];
    for (const node of all) {
      const inner = (node as HTMLIFrameElement).contentDocument?.body;
      all.push(...[(node as Element).shadowRoot ?? [], inner ?? [], [...node.childNodes]].flat());
    }
    return all;
  }

  const changes: ((one: Element, other: Element) => void)[] = [
    (one) => one.append(make()),
    (one) => one.prepend(make(), 'new'),
    (one) => one.setAttribute('data-sightglass', of(marks) ?? ''),
    (one) => one.removeAttribute('data-sightglass'),
    (one) => one.setAttribute('contenteditable', of(['true', 'false']) ?? ''),
    (one) => one.removeAttribute('contenteditable'),
    (one, other) => other.append(one),
    (one, other) => other.before(one),
    (one, other) => other.append(one.firstChild ?? 'new'),
    (one) => one.querySelectorAll('*').length < 8 && away.push(one) && one.remove(),
    (one) => one.append(away.pop() ?? 'new'),
    (one) => one.querySelectorAll('*').length < 8 && one.replaceChildren('new'),
    (one) => {
      const around = make();
      one.replaceWith(around);
      around.append(one);
    },
    (one) => one.append(...[...one.childNodes].sort(() => random(3) - 1)),
    (one) => {
      if (one.shadowRoot) one.shadowRoot.append(make(), 'new');
      else if (/^(div|p|span|section)$/.test(one.localName)) one.attachShadow({ mode: 'open' }).append(make(), 'new');
    },
    (one) => {
      const frame = document.createElement('iframe');
      if (random(3)) return;
      one.append(frame);
      frame.contentDocument?.body.append(make(), 'new');
    },
  ];

  return () => {
    const elements = everything().filter(
      (node) => node.nodeType === 1 && !/^(body|iframe)$/.test((node as Element).localName),
    ) as Element[];
    if (elements.length > 200) root.firstElementChild?.remove();
    if (!root.firstElementChild) root.append(make(), make(), make());
    // What would put a node into itself is no change.
    try {
      of(changes)?.(of(elements) ?? root, of(elements) ?? root);
    } catch (error) {
      // Those of a frame are of another class.
      if (!Object.prototype.toString.call(error).includes('DOMException')) throw error;
    }
    for (const text of everything().filter(({ nodeType }) => nodeType === 3) as Text[]) {
      const isOut = !isHidden(text);
      if (isOut ? /new|hidden/.test(text.data) : /new|seen/.test(text.data) || random(9) === 0)
        text.data = `${isOut ? 'seen' : 'hidden'} ${random(999)}`;
    }
    // All that waits is read at once.
    if (random(9) === 0) of(elements)?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
  };
}
