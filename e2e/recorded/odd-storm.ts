/**
 * A storm of the changes that pages make seldom, the same for the same seed; runs in the page. Each call of what it gives makes one:
 * hosts and their shadow roots carried from document to document, what holds a frame put into it, frames written anew, elements that become more than they were, tables
 * and texts made anew from markup, ranges cut out and put elsewhere, choices, dialogs, popovers, types of fields; parts of XML, another type of
 * the document, three that change places, what is changed while it is out, and what goes into a template and comes back.
 */
export function startOddStorm(seed: number): () => void {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = <T>(list: ArrayLike<T>): T | undefined => list[random(list.length)];
  const html = (inside: string): string => `<section id="odd">
    <table><tbody>${[3, 1, 2].map((n) => `<tr><td>${n}</td><td>row <b>${n}</b></td></tr>`).join('')}</tbody></table>
    <select><optgroup label="near"><option>a<option>b</optgroup><option>c</select>
    <details><summary>more</summary>text</details><dialog>d<p>in</p></dialog><div popover>pop</div>
    <svg><defs><symbol id="s1"><path d="M0 0"/></symbol></defs><use href="#s1"/><switch><text>t</text></switch></svg>
    <div contenteditable="true">write <i>here</i> now</div><input type="text"><textarea></textarea>
    <template><p>cloned <slot name="x">none</slot></p><late-one>l</late-one></template><math><mi>x</mi></math>${inside}</section>`;
  document.body.innerHTML = html('<div id="host"><em slot="x">given</em></div><iframe></iframe>');
  let names = 0;
  const away: Node[] = [];

  /** All documents and shadow roots that can be reached. */
  function roots(): (Document | ShadowRoot)[] {
    const found: (Document | ShadowRoot)[] = [document];
    for (const root of found)
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) found.push(element.shadowRoot);
        const inner = element.localName === 'iframe' && (element as HTMLIFrameElement).contentDocument;
        if (inner && found.length < 30) found.push(inner);
      }
    return found;
  }
  const elements = (selector: string): Element[] =>
    roots().flatMap((root) => [
      ...root.querySelectorAll(`body ${selector}, :host ${selector}`),
      ...inShadow(root, selector),
    ]);
  const inShadow = (root: Document | ShadowRoot, selector: string): Element[] =>
    root.nodeType === 11 ? [...root.querySelectorAll(selector)] : [];
  const any = (selector: string): Element | undefined => of(elements(selector));

  const changes: (() => void)[] = [
    // A host, with its shadow, into another document or shadow root, and what is in a shadow out of it.
    () => of(roots().map((root) => (root as Document).body ?? root))?.append(any('div') ?? 'nothing'),
    () => any('div, p, section')?.append(any('p, em, td, late-one, [slot]') ?? ''),
    () => {
      const host = any('div, p, section');
      if (host && !host.shadowRoot)
        host.attachShadow({ mode: 'open' }).innerHTML = '<slot name="x"></slot><p>shade</p><slot></slot>';
    },
    () => any('[slot], p, em')?.setAttribute('slot', of(['x', 'y', '']) ?? ''),
    () => any('slot')?.setAttribute('name', of(['x', 'y']) ?? 'x'),
    () => {
      const root = of(roots());
      const view = (root?.ownerDocument ?? (root as Document))?.defaultView;
      const sheet = view && new view.CSSStyleSheet();
      sheet?.replaceSync(`p { margin: ${random(9)}px }`);
      if (root && sheet)
        root.adoptedStyleSheets = random(2) ? [sheet] : [...root.adoptedStyleSheets.reverse(), sheet].slice(-3);
    },
    () => {
      const inner = (any('iframe') as HTMLIFrameElement | undefined)?.contentDocument;
      inner?.open();
      inner?.write(
        `<!doctype html><title>w</title><p>written ${random(99)}<div><b>a</b></div>${random(2) ? '<iframe></iframe>' : ''}`,
      );
      inner?.close();
    },
    () => any('section, div')?.append(document.createElement('iframe')),
    () => {
      const inner = (any('iframe') as HTMLIFrameElement | undefined)?.contentDocument;
      inner?.body?.append(any('p, table, svg') ?? 'f', inner.createElement('iframe'));
    },
    // With a frame in it, which has another document from then on.
    () => any('table, tbody')?.append(any('tr') ?? ''),
    () => {
      const one = any('p, td, em');
      const range = one?.ownerDocument.createRange();
      if (!one?.firstChild || !range) return;
      range.selectNodeContents(one);
      range.surroundContents(one.ownerDocument.createElement('div'));
    },
    () => {
      const outer = document.createElement('template');
      outer.innerHTML = '<p>outer<template><b>inner</b></template></p>';
      any('section, td')?.append(outer, outer.content.cloneNode(true));
    },
    () => {
      const body = any('tbody');
      const rows = [...(body?.children ?? [])].map((row) => row.outerHTML);
      if (body) body.innerHTML = rows.sort(() => random(3) - 1).join(random(2) ? '' : '\n');
    },
    () => any('tbody')?.insertAdjacentHTML('beforeend', `<tr><td>${random(99)}</td><td>row <b>n</b></td></tr>`),
    () => {
      const made = any('template') as HTMLTemplateElement | undefined;
      if (made) any('section, div')?.append(made.content.cloneNode(true));
    },
    () => {
      const name = `late-${++names}`;
      any('section, div')?.append(document.createElement(name), `<${name}>`);
      if (random(2)) any('section')?.insertAdjacentHTML('beforeend', `<${name}><i>before</i></${name}>`);
      customElements.define(
        name,
        class extends HTMLElement {
          connectedCallback(): void {
            if (random(2) && !this.shadowRoot) this.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>up';
            this.toggleAttribute('upgraded');
            this.append('more');
          }
          disconnectedCallback(): void {
            this.textContent = 'gone';
          }
        },
      );
    },
    () => any('use')?.setAttribute('href', `#s${random(3)}`),
    () => any('use')?.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', `#s${random(3)}`),
    () => any('use, text')?.setAttributeNS('http://www.w3.org/XML/1998/namespace', 'xml:lang', of(['en', 'de']) ?? ''),
    () =>
      any('defs')?.insertAdjacentHTML(
        'beforeend',
        `<symbol id="s${random(3)}"><title>t</title><circle r="${random(9)}"/></symbol>`,
      ),
    () => any('use, svg, p')?.setAttributeNS('urn:odd', of(['odd:lang', 'lang', 'o:href']) ?? '', `${random(9)}`),
    () => any('use, svg, p')?.removeAttributeNS('urn:odd', of(['lang', 'href']) ?? ''),
    // What holds a frame, into that frame: its document hangs nowhere from then on. Some of what went there comes back.
    () => {
      const frame = any('iframe') as HTMLIFrameElement | undefined;
      const around = frame?.parentElement ?? (frame?.getRootNode() as ShadowRoot | undefined)?.host;
      if (!around || around.localName === 'body' || around.querySelectorAll('*').length > 60) return;
      const within = around.shadowRoot ?? around;
      away.push(...[...within.querySelectorAll('p, b, em')].slice(0, 2));
      frame?.contentDocument?.body?.append(around);
    },
    () => any('section, div')?.append(away.pop() ?? ''),
    () => any('details')?.toggleAttribute('open'),
    () => {
      const dialog = any('dialog') as HTMLDialogElement | undefined;
      if (dialog?.open) dialog.close();
      else if (dialog?.isConnected && random(2)) dialog.showModal();
      else dialog?.show();
    },
    () => (any('[popover]') as HTMLElement | undefined)?.togglePopover(),
    () => any('select')?.append(of([new Option(`o${random(9)}`), any('option') ?? '', any('optgroup') ?? '']) ?? ''),
    () => any('optgroup')?.setAttribute('label', `g${random(9)}`),
    () => any('option, optgroup')?.remove(),
    () => any('input')?.setAttribute('type', of(['text', 'password', 'checkbox', 'number', 'hidden', 'file']) ?? ''),
    () => {
      const written = any('[contenteditable]');
      const text = written?.firstChild;
      if (text?.nodeType !== 3) return void written?.prepend('t', '', ' ');
      const second = (text as Text).splitText(Math.min(3, (text as Text).length));
      if (random(2)) second.data = `${second.data}…`;
      else written?.normalize();
    },
    () => any('[contenteditable], p')?.replaceChildren('', ' ', document.createComment('c'), 'end'),
    () => {
      const range = document.createRange();
      const from = any('p, div, td');
      if (!from?.firstChild) return;
      range.setStart(from, 0);
      range.setEnd(from, random(from.childNodes.length + 1));
      const cut = random(2) ? range.extractContents() : range.cloneContents();
      if (cut.querySelectorAll('*').length < 60) any('div, section, td')?.append(cut);
    },
    () => {
      const one = any('p, b, em, td');
      if (one)
        one.outerHTML = `<p class="was-${one.localName}">${one.textContent?.slice(0, 9).replace(/</g, '')}<br></p>`;
    },
    () => {
      const one = any('p, div, em');
      const into = any('section, div');
      const moving = into as (Element & { moveBefore?(node: Node, before: Node | null): void }) | undefined;
      if (one && into?.isConnected) moving?.moveBefore?.(one, into.firstChild);
    },
    () => any('div, section')?.insertAdjacentHTML('afterbegin', '<p a^b=1 @on:x.y :v-if>odd names</p>'),
    () => {
      const host = any('section');
      if (host)
        (host as Element & { setHTMLUnsafe(html: string): void }).setHTMLUnsafe(
          '<div id="host"><template shadowrootmode="open"><slot></slot>declared</template>light</div>',
        );
    },
    () => {
      let deep = any('section');
      for (let depth = 0; depth < 120; depth++)
        deep = deep?.appendChild(document.createElement(depth % 2 ? 'i' : 'div'));
    },
    () => {
      const xml = `<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[a > b { fill: red }]]></style><text>a<![CDATA[<b>&]]>c</text><?pi some?></svg>`;
      const parsed = new DOMParser().parseFromString(xml, 'image/svg+xml').documentElement;
      const into = any('section, td');
      if (into) into.append(into.ownerDocument.importNode(parsed, true), into.ownerDocument.createComment('c'));
    },
    () => {
      const type = document.implementation.createDocumentType('html', random(2) ? '-//W3C//DTD HTML 4.01//EN' : '', '');
      if (document.doctype) document.doctype.replaceWith(type);
      else document.prepend(type);
      if (random(3) === 0) type.remove();
    },
    // Three change places, one of them with what is in another.
    () => {
      const [first, second, third] = [any('p, td'), any('em, b, li'), any('div')];
      const place = document.createComment('place');
      if (!first || !second || !third) return;
      first.replaceWith(place);
      second.replaceWith(first);
      third.replaceWith(second);
      place.replaceWith(third);
    },
    () => {
      const one = any('p, div, svg');
      const [around, next] = [one?.parentNode, one?.nextSibling];
      one?.remove();
      one?.append('changed while it was out');
      one?.setAttribute('class', `c${random(9)}`);
      around?.insertBefore(one as Node, next ?? null);
    },
    () => {
      const made = any('template') as HTMLTemplateElement | undefined;
      const moved = any('p, em, table');
      if (moved) made?.content.append(moved);
      if (random(2) && made) any('section, td')?.append(made.content);
    },
    () => {
      const frame = any('iframe') as HTMLIFrameElement | undefined;
      const around = frame?.parentNode;
      frame?.remove();
      if (random(2)) frame?.setAttribute('srcdoc', `<!doctype html><p>said ${random(9)}`);
      around?.appendChild(frame as Node);
      frame?.contentDocument?.body?.append('at once');
    },
    () =>
      document.body.replaceWith(Object.assign(document.createElement('body'), { innerHTML: document.body.innerHTML })),
    () => document.replaceChild(document.documentElement.cloneNode(true), document.documentElement),
  ];

  return () => {
    const size = document.querySelectorAll('*').length;
    // What would put a node into itself, or opens what cannot be opened, is no change.
    try {
      if (size > 900 || size < 12)
        document.body.innerHTML = html('<div id="host"><em slot="x">given</em></div><iframe></iframe>');
      else of(changes)?.();
    } catch (error) {
      // Those of a frame are of another class.
      if (!Object.prototype.toString.call(error).includes('DOMException')) throw error;
    }
  };
}
