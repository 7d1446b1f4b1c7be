/**
 * A storm of what happens to shadow roots and frames, the same for the same seed; runs in the page. Each call of what it gives makes one
 * change: roots that markup declares with all they may be, hosts cloned, parsed, written as markup and put elsewhere, slots renamed, elements that come to be
 * more late or are named by `is`, frames moved, loaded and written anew. Nothing is moved as it is (`moveBefore`): Chromium 156 ends with the whole
 * tab now and then where that leads from root to root, also without any script of ours.
 */
export function startRootStorm(seed: number): () => void {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = <T>(list: ArrayLike<T>): T | undefined => list[random(list.length)];
  type Frame = HTMLIFrameElement;
  type Root = Document | ShadowRoot;

  class Card extends HTMLElement {
    static observedAttributes = ['k'];
    connectedCallback(): void {
      if (!this.shadowRoot)
        this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML =
          '<slot name=a>none</slot><b></b><slot></slot>';
    }
    attributeChangedCallback(_: string, __: string, now: string): void {
      this.shadowRoot?.querySelector('b')?.replaceChildren(`card ${now}`);
    }
  }
  class Item extends HTMLLIElement {
    connectedCallback(): void {
      if (!this.querySelector('i')) this.append(document.createElement('i'));
    }
    disconnectedCallback(): void {
      this.toggleAttribute('out');
    }
  }
  class Kept extends HTMLElement {
    connectedCallback(): void {
      this.toggleAttribute('in');
    }
  }
  customElements.define('x-card', Card);
  customElements.define('x-item', Item, { extends: 'li' });
  customElements.define('x-kept', Kept);

  const declared = (inside: string): string =>
    `<div class="h"><template shadowrootmode="open" shadowrootdelegatesfocus shadowrootclonable shadowrootserializable>${inside}</template>`;
  const fresh = `<section><p>one <b>two</b></p><x-card k="1"><em slot="a">given</em>light</x-card>
    <ul><li is="x-item">1</li><li is="x-item">2</li><li>3</li></ul><x-kept>k <b>x</b></x-kept>
    ${declared('<p>declared <b>b</b></p><slot></slot><slot name="a"></slot>')}<span slot="a">a</span>light</div>
    ${declared(`${declared('<b>nested</b><slot></slot>')}<slot></slot></div>`)}<p>deep light</p></div>
    <late-a><p>late</p></late-a><iframe srcdoc="<!doctype html><p>f <b>b</b></p><iframe srcdoc='<!doctype html><p>in'></iframe>"></iframe></section>`;
  const begin = (): void => document.body.setHTMLUnsafe(fresh);

  function roots(): Root[] {
    const found: Root[] = [document];
    for (const root of found)
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) found.push(element.shadowRoot);
        const inner = element.localName === 'iframe' ? (element as Frame).contentDocument : null;
        if (inner?.body && found.length < 16) found.push(inner);
      }
    return found;
  }
  const any = (selector: string): Element | undefined =>
    of(roots().flatMap((root) => Array.from(root.querySelectorAll(selector))));
  const small = (selector: string): Element | undefined => {
    const found = any(selector);
    return found && found.querySelectorAll('*').length < 14 ? found : undefined;
  };
  function place(): Element | ShadowRoot {
    const root = of(roots()) ?? document;
    if (root.nodeType === 11)
      return random(2) ? (root as ShadowRoot) : (root.firstElementChild ?? (root as ShadowRoot));
    const { body } = root as Document;
    return of([body, ...root.querySelectorAll('section, div, x-card')]) ?? body;
  }
  const frame = (): Frame | undefined => any('iframe') as Frame | undefined;
  const late = (): string => `late-${'abcdefgh'[random(8)]}`;
  const parts = 'p, b, li, em, x-kept, x-card, .h';

  const changes: (() => unknown)[] = [
    () => place().prepend(small(parts) ?? ''),
    () => place().append(frame() ?? ''),
    () => place().append(small(parts) ?? ''),
    () => place().append(small('x-card, .h')?.cloneNode(true) ?? ''),
    () => {
      const host = small('x-card, .h');
      const html = host?.getHTML({
        serializableShadowRoots: true,
        shadowRoots: host.shadowRoot ? [host.shadowRoot] : [],
      });
      const around = document.createElement('div');
      around.setHTMLUnsafe(html ?? '');
      place().append(...around.childNodes);
    },
    () => place().append(Document.parseHTMLUnsafe(`${declared('<p>parsed</p><slot></slot>')}x</div>`).body),
    () => any('x-card')?.setAttribute('k', `${random(99)}`),
    () => any('x-card > *, .h > *')?.setAttribute('slot', of(['a', '', 'z']) ?? ''),
    () => any('slot')?.setAttribute('name', of(['a', '', 'z']) ?? ''),
    () => {
      const root = of(roots().filter(({ nodeType }) => nodeType === 11));
      root?.replaceChildren(...[...root.childNodes].reverse());
    },
    () => {
      const root = of(roots().filter(({ nodeType }) => nodeType === 11)) as ShadowRoot | undefined;
      root?.setHTMLUnsafe(
        of(['<slot></slot><p>re <b>x</b></p>', '<p>only</p>', `${declared('<i>n</i>')}</div>`]) ?? '',
      );
    },
    () => frame()?.contentWindow?.location.reload(),
    () => {
      const inner = frame()?.contentDocument;
      inner?.open();
      inner?.write(`<!doctype html><p>opened ${random(9)}${declared('<p>written</p><slot></slot>')}light</div>`);
      if (random(3)) inner?.close();
    },
    () => frame()?.setAttribute('srcdoc', `<p>said ${random(9)}<iframe srcdoc="<p>deep ${random(9)}"></iframe>`),
    () => frame()?.removeAttribute('srcdoc'),
    () => {
      const made = document.createElement('iframe');
      place().append(made);
      const inner = made.contentDocument;
      inner?.body.append(inner.adoptNode(small('p') ?? document.createElement('p')));
    },
    () => random(3) || frame()?.remove(),
    () => {
      const name = late();
      if (customElements.get(name)) return;
      const made = class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: 'open' }).innerHTML = `<p>up ${name}</p><slot></slot>`;
        }
      };
      customElements.define(name, made);
    },
    () => place().append(document.createElement(late())),
    () => any('section, div')?.insertAdjacentHTML('beforeend', `<${late()}>html <b>x</b>`),
    () => any('ul')?.append(document.createElement('li', { is: 'x-item' })),
    () => {
      const list = any('ul');
      list?.append(...[...list.children].sort(() => random(3) - 1));
    },
    () => {
      const host = any('div, p, section');
      if (host && !host.shadowRoot && random(3) === 0)
        host
          .attachShadow({ mode: 'open', clonable: true, serializable: true })
          .append('late ', document.createElement('slot'));
    },
    () => {
      const host = small('.h');
      const [around, next] = [host?.parentNode, host?.nextSibling ?? null];
      host?.remove();
      host?.shadowRoot?.append(`while it was out ${random(9)}`);
      host?.append('light');
      if (host) around?.insertBefore(host, next);
    },
    () => small('p, li, b')?.remove(),
    () => small('p, b')?.replaceChildren(`set ${random(99)}`),
  ];

  begin();
  return () => {
    const size = document.querySelectorAll('*').length;
    // What would put a node into itself, or is out of the page, is no change.
    try {
      if (size > 260 || size < 12 || roots().length > 40) begin();
      else of(changes)?.();
    } catch (error) {
      // Those of a frame are of another class.
      if (!Object.prototype.toString.call(error).includes('DOMException')) throw error;
    }
  };
}
