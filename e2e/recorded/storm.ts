/**
 * A storm of changes, the same for the same seed; runs in the page. Each call of what it gives makes one change: nodes made, moved,
 * sorted, taken out, kept and put back, changed while they are out, with shadow roots, frames, SVG, texts and attributes.
 */
export function startStorm(seed: number): () => void {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const root = document.body;
  const kept: Element[] = [];
  const tags = ['div', 'p', 'span', 'b', 'ul', 'li', 'table', 'section'];

  function make(depth = 0): Element {
    if (random(15) === 0) {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.innerHTML = '<g class="a"><path d="M0 0h9"/><foreignObject><p>in a picture</p></foreignObject></g>';
      return svg;
    }
    const element = document.createElement(tags[random(tags.length)] ?? 'div');
    element.setAttribute('class', `c${random(9)}`);
    for (let left = random(4); left > 0 && depth < 4; left--)
      element.append(random(3) ? make(depth + 1) : `t${random(99)}`);
    if (random(12) === 0 && /^(div|p|span|section)$/.test(element.localName))
      element.attachShadow({ mode: 'open' }).append(make(depth + 1), 'shadow');
    return element;
  }

  function everything(): Element[] {
    const all: Element[] = [];
    const gather = (from: ParentNode): void => {
      for (const element of from.querySelectorAll('*')) {
        all.push(element);
        if (element.shadowRoot) gather(element.shadowRoot);
        const inner = element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null;
        if (inner?.body) gather(inner.body);
      }
    };
    gather(root);
    return all;
  }

  const isSmall = (element: Element): boolean => element.querySelectorAll('*').length < 6;
  /** What would put a node into itself is no change. */
  const quietly = (change: () => void): void => {
    try {
      change();
    } catch (error) {
      // By its name: what stands in a frame throws an error of the frame's.
      if ((error as Error).name !== 'HierarchyRequestError') throw error;
    }
  };

  return () => {
    const all = everything();
    const one = all[random(all.length)] ?? root;
    const other = all[random(all.length)] ?? root;
    switch (random(14)) {
      case 0:
      case 1:
        one.append(make());
        break;
      case 2:
        if (!isSmall(one)) break;
        one.remove();
        if (random(2)) kept.push(one);
        break;
      case 3:
        quietly(() => other.before(one));
        break;
      case 4:
        quietly(() => other.append(one));
        break;
      case 5:
        one.setAttribute('class', `k${random(99)}`);
        break;
      case 6:
        if (isSmall(one)) one.textContent = `said ${random(99)}`;
        break;
      case 7:
        if (one.firstChild?.nodeType === 3) (one.firstChild as Text).data = `new ${random(99)}`;
        break;
      case 8:
        for (const kid of [...one.childNodes].sort(() => random(3) - 1)) one.append(kid);
        break;
      case 9: {
        const back = kept.splice(random(kept.length), 1)[0];
        back?.setAttribute('title', `away ${random(9)}`);
        back?.append(`away ${random(99)}`);
        if (back) quietly(() => one.append(back));
        break;
      }
      case 10: {
        const around = make();
        one.replaceWith(around);
        quietly(() => around.append(one));
        break;
      }
      case 11:
        if (isSmall(one)) one.innerHTML = `<i>x${random(9)}</i><!--c-->y`;
        break;
      case 12:
        if (all.length > 600) root.firstElementChild?.remove();
        break;
      default:
        if (random(6) > 0) one.toggleAttribute('hidden');
        else {
          const frame = document.createElement('iframe');
          one.append(frame);
          if (frame.contentDocument) frame.contentDocument.body.innerHTML = '<p>in a frame</p>';
        }
    }
    if (root.childNodes.length === 0) root.append(make(), make(), make());
  };
}
