/** Where a page can hold something private, and a page that holds a secret of its own in each of these places. */
export interface Secrets {
  /** The secret of a place, made on first mention; `text` where it is no code but words as people write them. */
  of(place: string, text?: string): string;
  places(): [place: string, secret: string][];
}

/** Secrets as ids and tokens are made: letters and digits, unlike any other by more than their end. */
export function createSecrets(): Secrets {
  const made = new Map<string, string>();
  return {
    of(place, text) {
      const number = made.size + 1;
      const secret =
        made.get(place) ?? text ?? `c4n${(number * 7_919).toString(36)}ry${(number * 104_729).toString(36)}`;
      made.set(place, secret);
      return secret;
    },
    places: () => [...made],
  };
}

/** What an address, a title and the page's own code hold. */
export function secretHead({ of }: Secrets): string {
  return `<title>Order ${of('title')}</title><meta name="description" content="${of('meta content')}">
    <style>.a { background: url(/pictures/a.png?k=${of('style sheet url()')}) } .b::after { content: "${of('style sheet content')}" }</style>`;
}

/** Every place of a document, and controls for a person to act on. */
export function secretBody({ of }: Secrets): string {
  return `<!-- ${of('comment')} -->
  <form id="desk" aria-label="Desk">
    <input aria-label="Text"><textarea aria-label="Note"></textarea><input type="search" aria-label="Search"><input type="email" aria-label="Mail">
    <input type="tel" aria-label="Phone"><input type="url" aria-label="Site"><input type="password" aria-label="Password" id="password">
    <input autocomplete="cc-number" aria-label="Card"><input name="cvc" aria-label="Code on the card"><input autocomplete="one-time-code" aria-label="Code by phone">
    <input type="hidden" name="csrf" value="${of('hidden field')}"><input type="hidden" id="hidden">
    <input type="checkbox" aria-label="Agree" value="${of('checkbox value')}"><input type="radio" name="r" aria-label="One" value="${of('radio value')}"><input type="radio" name="r" value="${of('other radio value')}">
    <select aria-label="Choice"><option value="${of('option value')}">First</option><option value="${of('chosen option value')}">Second</option><option>${of('option text')}</option></select>
    <input list="l" aria-label="Listed"><datalist id="l"><option value="${of('datalist value')}"></datalist>
    <input value="${of('preset value')}" aria-label="Preset"><textarea aria-label="Preset note">${of('preset note')}</textarea>
    <input aria-label="Placed" placeholder="${of('placeholder')}" pattern="[0-9]" id="checked"><button>Send</button>
  </form>
  <div contenteditable="true" id="written" aria-label="Written">${of('preset editable text')}</div>
  <img alt="Picture ${of('alt')}" src="/pictures/b.png?k=${of('image query')}"><img src="/pictures/${of('image path')}.png"><img src="data:image/png;base64,${of('data address')}">
  <button type="button" aria-label="Remove ${of('aria-label')}">x</button><button type="button" title="${of('title attribute')}" id="titled"></button>
  <div data-customer="${of('data attribute')}" style="background:url(/pictures/c.png?k=${of('style attribute url()')})">here</div>
  <a id="link" href="#/orders/${of('link path')}?token=${of('link query')}">Follow</a><a href="/other?mail=${of('unfollowed link query')}">Other</a>
  <iframe srcdoc="<p>${of('srcdoc text')}</p><input value='${of('srcdoc field')}'>"></iframe><iframe src="/inner?k=${of('frame query')}"></iframe>
  <shadow-box></shadow-box><template><p>${of('template')}</p></template><svg><text>${of('svg text')}</text></svg><canvas></canvas>
  <ul><li><button type="button" id="row">${of('clicked text')}</button></li></ul><p id="prose">Written by ${of('clicked prose')}</p>
  <p role="alert" id="alert"></p><noscript>${of('noscript')}</noscript>
  <script>/* ${of('script text')} */ customElements.define('shadow-box', class extends HTMLElement { constructor() { super();
    this.attachShadow({ mode: 'open' }).innerHTML = '<p>${of('shadow text')}</p><input aria-label="Shadow">' } });
    document.querySelector('canvas').getContext('2d').fillText('${of('canvas text')}', 5, 9);
    document.getElementById('desk').addEventListener('submit', (event) => { event.preventDefault();
      const field = document.getElementById('checked'); field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', 'alert');
      document.getElementById('alert').textContent = 'Not allowed for ' + document.querySelector('input[type=email]').value + ' of ${of('alert text')}' });</script>`;
}

/** What code of the page does with secrets: calls, errors, console, storage. Runs in the page. */
export function secretScript({ of }: Secrets): string {
  const json = "{ 'content-type': 'application/json' }";
  return `(async () => {
    const quiet = (promise) => promise.catch(() => undefined);
    localStorage.setItem('mine', '${of('local storage')}'); document.cookie = 'mine=${of('cookie')}'; window.name = '${of('window name')}';
    document.getElementById('hidden').value = '${of('hidden field by script')}';
    document.title = 'Customer ${of('later title')}';
    console.log('signed in ${of('console text')}'); console.warn('saved', '${of('console argument')}'); console.info({ a: '${of('console object')}' });
    console.error(new Error('gone: ${of('console error')}')); console.table([{ a: '${of('console table')}' }]);
    setTimeout(() => { throw new Error('No such thing as ${of('error message')}') });
    setTimeout(() => { throw new TypeError("bad '${of('type error message')}'", { cause: new Error('since ${of('error cause')}') }) });
    setTimeout(() => { const table = {}; table['${of('key of a missing thing')}'].x });
    setTimeout(() => JSON.parse('{"a": ${of('syntax error')}'));
    setTimeout(() => { const e = new Error('x'); e.name = '${of('error name')}'; throw e });
    setTimeout(() => document.querySelector('#a[b="${of('selector')}"'));
    Promise.reject('refused ${of('rejected text')}'); Promise.reject({ ${of('rejected key')}: 1, why: '${of('rejected value')}' });
    await quiet(fetch('/api/orders/${of('call path')}/lines?token=${of('call query')}&${of('call query name')}=1', { method: 'POST',
      headers: { authorization: 'Bearer ${of('call header')}', ...${json} },
      body: JSON.stringify({ note: '${of('call body')}', byMail: { '${of('call body mail')}@canary.invalid': 1, '${of('call body key')}': 2 } }) }));
    await quiet(fetch('/api/form', { method: 'POST', body: new URLSearchParams({ a: '${of('form body')}' }) }));
    const data = new FormData(); data.set('b', '${of('multipart body')}'); data.set('f', new File(['${of('file body')}'], '${of('file name')}.txt'));
    await quiet(fetch('/api/form', { method: 'POST', body: data }));
    await quiet(fetch(new Request('/api/form', { method: 'POST', headers: ${json}, body: JSON.stringify({ c: '${of('request object body')}' }) })));
    await quiet(fetch('/api/refused')); await quiet(fetch('/api/refused-list')); await quiet(fetch('/api/people'));
    await quiet(fetch('/api/people/${of('answered slug')}')); await quiet(fetch('/api/owners/${of('answered id')}')); await quiet(fetch('/api/answer?state=${of('state in a query', 'Sybilla Rackstraw')}&sort=${of('sort in a query')}'));
    await quiet(fetch('/api/answer?state=${of('state of a sign-in', 'wistfulkestrelmarlow')}&code=${of('code of a sign-in', 'umbralfinchcoppice')}'));
    await quiet(fetch('/api/answer', { method: 'POST', headers: ${json}, body: JSON.stringify({ grant_type: 'code', state: '${of('state in a body', 'gildedheronthicket')}' }) }));
    history.pushState({}, '', '/people/${of('answered slug')}');
    await quiet(fetch('/api/answer')); await quiet(fetch('http://${of('host')}.invalid/'));
    for (const [method, url, body] of [['GET', '/api/answer?x=${of('xhr query')}'], ['POST', '/api/${of('xhr path')}', '{"d":"${of('xhr body')}"}']]) {
      const x = new XMLHttpRequest(); x.open(method, url); x.setRequestHeader('x-mine', '${of('xhr header')}');
      await new Promise((done) => { x.onloadend = done; x.send(body) }); }
    navigator.sendBeacon('/beacon?x=${of('beacon query')}', '${of('beacon body')}');
    new Image().src = '/missing/${of('missing picture')}.png?x=${of('missing picture query')}';
    const script = document.createElement('script'); script.src = '/missing.js?x=${of('missing script query')}'; document.body.append(script);
    performance.mark('${of('performance mark')}');
    history.replaceState({ a: '${of('history state')}' }, '', location.pathname + location.search + '#${of('hash')}');
    history.pushState({}, '', '/desk/customers/${of('pushed path')}?q=${of('pushed query')}');
    const fresh = document.createElement('p'); fresh.innerHTML = '<a href="/x?y=${of('added link query')}" data-id="${of('added data attribute')}">more</a><input type="hidden" value="${of('added hidden field')}">';
    document.body.append(fresh);
    const api = window.sightglass; api.setUser({ id: '${of('user id')}@canary.invalid', role: 'member', traits: { name: '${of('user trait')}' } });
    await new Promise((done) => setTimeout(done, 300));
  })()`;
}
