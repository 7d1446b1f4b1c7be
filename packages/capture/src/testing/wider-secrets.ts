import type { Secrets } from './secrets.ts';

/** Where else a page can hold something private; and an application that repeats what it is told, everywhere and later. */
export function widerHead({ of }: Secrets): string {
  return `<meta name="referrer" content="unsafe-url"><meta http-equiv="Content-Security-Policy" content="media-src 'none'"><meta http-equiv="refresh" content="9999;url=/later?k=${of('meta refresh')}">
    <base href="/desk/?k=${of('base address')}"><link rel="manifest" href="/manifest-${of('manifest')}.json"><link rel="preload" as="image" href="/p.png?k=${of('preload')}">
    <link rel="canonical" href="/wide?k=${of('canonical')}"><meta property="og:title" content="${of('open graph')}">
    <style>/* ${of('style sheet comment')} */ :root { --mine: "${of('custom property')}"; --bare: ${of('bare custom property')} }
      .q { quotes: "${of('quotes')}" "x" } .r::after { content: attr(data-shown) "${of('content beside attr()')}" }
      [title="${of('selector of a style sheet')}"] { color: red } .s { background: image-set("/i.png?k=${of('image-set')}" 1x) }
      @font-face { font-family: F; src: url(/f.woff2?k=${of('font address')}) } .t { list-style-type: "${of('list-style-type')}" }
      .u { background: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text>${of('drawing in a data address')}</text></svg>") }
      @import "/other.css?k=${of('imported sheet')}"; @layer a { .v::before { content: '${of('content in a layer')}' } }</style>`;
}

export function widerBody({ of }: Secrets): string {
  return `<svg viewBox="0 0 9 9" data-a="${of('svg data attribute')}" v-b="${of('svg v- attribute')}"><title>${of('svg title')}</title><desc>${of('svg desc')}</desc><text x-c="${of('svg custom attribute')}">${of('wide svg text')}</text><a href="#${of('svg link')}x?y"><text>a</text></a></svg>
  <select aria-label="Wide choice"><optgroup label="${of('optgroup label')}"><option label="${of('option label')}">a</option></optgroup></select>
  <output>${of('output')}</output><meter title="${of('meter title')}" value="0.3">${of('meter text')}</meter><progress aria-valuetext="${of('aria-valuetext')}" max="9" value="2"></progress>
  <p aria-description="${of('aria-description')}" aria-roledescription="${of('aria-roledescription')}" ng-reflect-model="${of('ng-reflect')}" v-model="${of('v- attribute')}" x-data="{ a: '${of('x- attribute')}' }" :title="${of('bound attribute')}" @click="${of('event attribute')}" _hyper="${of('underscore attribute')}">-</p>
  <own-part customer="${of('custom element attribute')}"><span slot="a">${of('slotted text')}</span></own-part><template data-a="${of('template attribute')}"><slot>${of('slot in template')}</slot></template>
  <div><template shadowrootmode="open"><p title="${of('declared shadow attribute')}">${of('declared shadow text')}</p><slot></slot></template></div>
  <div id="shut"></div><iframe srcdoc="<iframe srcdoc='<p>${of('nested frame text')}</p><p title=${of('nested frame attribute')}>x</p>'></iframe>"></iframe>
  <iframe src="data:text/html,<p>${of('data frame')}</p>" name="frame"></iframe><details><summary>more</summary>${of('details text')}</details>
  <map name="m"><area alt="${of('area alt')}" href="/a?k=${of('area address')}" coords="0,0,1,1"></map><object data="/o?k=${of('object address')}"><param name="a" value="${of('param value')}">${of('object text')}</object><embed src="/e?k=${of('embed address')}" type="text/plain">
  <picture><source srcset="/s.png?k=${of('source srcset')} 1x, /t.png?k=${of('second srcset')} 2x"><img alt="" srcset="/u.png?k=${of('image srcset')} 2x"></picture>
  <video poster="/v.png?k=${of('video poster')}" src="/v.mp4?k=${of('video address')}"><track label="${of('track label')}" src="/t.vtt?k=${of('track address')}"></video>
  <noscript><img src="/n?k=${of('noscript address')}"></noscript><a download="${of('download name')}.pdf" href="blob:${of('blob address')}" ping="/ping?k=${of('ping address')}" onclick="void '${of('inline handler')}'">Get</a>
  <a href="#${of('fragment')}">down</a><blockquote cite="/c?k=${of('cite')}">q</blockquote><time datetime="${of('datetime')}">${of('time text')}</time><data value="${of('data value')}">d</data>
  <table summary="${of('table summary')}"><caption>${of('caption')}</caption><tr><th abbr="${of('th abbr')}">h</th></tr></table><form action="/f?k=${of('form address')}"><button formaction="/g?k=${of('formaction')}" value="${of('button value')}">Go</button></form>
  <math><mtext>${of('formula text')}</mtext></math><div style="--own: ${of('inline custom property')}; background: url('data:text/plain,${of('data address in style')}')">i</div>
  <div id="echoes"></div><p role="status" id="toast"></p><output id="reflected"></output><div id="place" tabindex="0">Drop here</div><label id="label">Labelled <input aria-label="Labelled"></label>
  <div id="fields">${wideFields.map((label) => `<input aria-label="${label}">`).join('')}<input aria-label="Flipped" id="flipped"><input type="password" aria-label="Moved" id="moved"><textarea aria-label="Long note"></textarea>
    <div contenteditable="plaintext-only" aria-label="Plain">-</div><div contenteditable aria-label="Rich"><p>Dear</p></div><iframe id="field-frame" srcdoc="<input aria-label='Framed'>"></iframe><iframe id="design" srcdoc="<body>-</body>"></iframe></div>`;
}

/** Fields that are typed in as people type, with what they hold. */
export const natural: [label: string, text: string, parts: string[]][] = [
  ['Full name', 'Quillon Varga-Ostrander', ['Quillon', 'Ostrander']],
  ['Street and house', '17 Larkspur Hollow', ['Larkspur']],
  ['Diagnosis', 'Sarcoidosis', []],
  ['Findings', 'mild persistent asthma since childhood', ['persistent asthma']],
  ['Mobile', '+49 171 5550199', ['5550199']],
  ['Account', 'DE89370400440532013000', ['3704 0044 0532']],
  ['Credit', '4929127345678904', ['4929 1273 4567']],
  ['Reach me', 'quillon.varga@ostrander-canary.example', []],
  ['Hobby', 'harpsichord', []],
  ['Plot', '4821307', []],
];
/** Fields that are filled in other ways than by keys. */
export const otherways = ['Composed', 'Spoken', 'Filled in', 'Pasted', 'Cut'];
const wideFields = [...natural.map(([label]) => label), ...otherways];

/** Runs in the page: what the application does on its own, and on whatever it hears. */
export function widerScript({ of }: Secrets): string {
  return `(() => {
    const by = (id) => document.getElementById(id), quiet = (promise) => promise.catch(() => undefined);
    customElements.define('own-part', class extends HTMLElement { states = this.attachInternals().states; secret = '${of('custom element property')}'; connectedCallback() { this.title = '${of('title by property')}' } });
    const closed = by('shut').attachShadow({ mode: 'closed' }); closed.innerHTML = '<p>${of('closed shadow text')}</p><input>'; window.shut = closed.querySelector('input');
    const sheet = new CSSStyleSheet(); sheet.replaceSync('.w::after { content: "${of('constructed sheet')}" }'); document.adoptedStyleSheets = [sheet];
    document.styleSheets[0].insertRule('.x::after { content: "${of('inserted rule')}" }'); document.styleSheets[0].cssRules[0].style?.setProperty('--late', '"${of('property by script')}"');
    history.replaceState({ a: '${of('wide history state')}' }, ''); performance.mark('${of('wide mark')}'); performance.measure('${of('measure')}');
    const channel = new BroadcastChannel('${of('channel name')}'); channel.postMessage('${of('broadcast')}'); postMessage('${of('posted message')}', '*');
    new Worker(URL.createObjectURL(new Blob(['throw new Error("in worker ${of('worker error')}")']))).onerror = (event) => console.error(event.message);
    new Worker(URL.createObjectURL(new Blob(['Promise.reject("${of('worker rejection')}")'])), { name: '${of('worker name')}' });
    const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['${of('blob content')}'])); document.body.append(link);
    by('design').contentDocument.designMode = 'on';
    window.print = () => { dispatchEvent(new Event('beforeprint')); by('toast').textContent = 'Printed for ${of('print text')}'; dispatchEvent(new Event('afterprint')) };
    window.print();
    const later = [];
    window.echo = (value) => { const word = value.split(' ')[0];
      const shown = [value, value.toUpperCase(), word, value.replace(/^(\\S+ \\S+ \\S+) .*/, '$1…'), value.replace(/(\\w{4})(?=\\w{4})/g, '$1 ')];
      const box = document.createElement('div');
      box.textContent = 'For ' + shown.join(', then '); if (/[^a-z]/.test(value)) box.id = box.className = 'of-' + value, box.setAttribute('name', value); box.title = box.ariaLabel = box.ariaDescription = value;
      for (const name of ['data-of', 'ng-reflect-value', 'x-of', 'v-of', 'aria-valuetext', 'alt']) box.setAttribute(name, value);
      box.style.setProperty('--of', '"' + value + '"'); document.body.append(box);
      const inside = document.createElement('div'); inside.attachShadow({ mode: 'closed' }).textContent = 'Shadow of ' + value; by('echoes').append(inside);
      const host = document.createElement('div'); host.attachShadow({ mode: 'open' }).innerHTML = '<p></p>'; host.shadowRoot.firstChild.textContent = value; by('echoes').append(host);
      const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); drawn.innerHTML = '<title></title><text></text><use></use>'; drawn.setAttribute('x-of', value);
      if (/[^a-z]/.test(value)) drawn.lastChild.setAttribute('href', '/of/' + encodeURIComponent(value) + '.svg?of=' + encodeURIComponent(value) + '#' + value.replace(/\\W+/g, '-'));
      for (const part of drawn.children) part.textContent = value; by('echoes').append(drawn, document.createComment(value));
      const choice = document.createElement('select'); choice.add(new Option(value, value)); by('echoes').append(choice);
      const frame = document.createElement('iframe'); by('echoes').append(frame); frame.contentDocument.body.textContent = 'Framed ' + value;
      const again = document.createElement('input'); again.value = value; again.setAttribute('value', value); again.placeholder = value; by('echoes').append(again);
      const list = document.createElement('ul'); list.innerHTML = '<li><a>x</a></li>'; list.querySelector('a').textContent = value; list.querySelector('a').href = '/people/' + encodeURIComponent(value) + '?name=' + value; by('echoes').append(list);
      by('reflected').textContent = value; by('toast').textContent = 'Saved ' + value + '.'; by('label').firstChild.data = 'Labelled ' + value + ' ';
      document.styleSheets[0].insertRule('.y::after { content: ' + JSON.stringify(value) + ' }'); sheet.insertRule('.z::after { content: ' + JSON.stringify(value) + ' }');
      if (/[^a-z]/.test(value)) { const state = 'of-' + value.replace(/\\W+/g, '-'); document.styleSheets[0].insertRule('own-part:state(' + state + ') { color: red }'); document.querySelector('own-part').states.add(state) }
      by('echoes').append(Object.assign(document.createElement('script'), { src: '/parts/' + encodeURIComponent(value) + '.js' }));
      document.title = 'Now ' + value; console.log('typed ' + value); console.error('Could not use ' + value); performance.mark(value);
      history.replaceState({ value }, '', '?q=' + encodeURIComponent(value) + '#' + encodeURIComponent(value));
      history.pushState({ value }, '', '/people/' + value.toLowerCase().replace(/[^a-z0-9]+/g, '-') + '?q=' + encodeURIComponent(value));
      setTimeout(() => { throw new Error('No way to ' + value) });
      later.push(quiet(fetch('/api/find/' + encodeURIComponent(value) + '?q=' + encodeURIComponent(value), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ q: value, [value]: 1 }) })));
      later.push(quiet(fetch('/api/find?state=' + encodeURIComponent(value) + '&sort=' + encodeURIComponent(value), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ state: value, orderStatus: value.toLowerCase().replace(/[^a-z0-9]+/g, '-'), roles: shown, kind: value, category: value.toLowerCase() }) }))); };
    window.settled = () => Promise.all(later);
    const place = by('place'); place.ondragover = (event) => event.preventDefault();
    place.ondrop = (event) => { event.preventDefault(); place.textContent = event.dataTransfer.getData('text') };
    place.onpaste = (event) => { place.textContent = event.clipboardData.getData('text') };
  })()`;
}
