import type { Page } from 'playwright-core';
import type { Secrets } from './secrets.ts';

/** Rarer places still: addresses of streams, questions of GraphQL, odd things thrown and logged, names that a page makes of data. */
export function oddBody({ of }: Secrets): string {
  return `<link rel="prefetch" href="/next?k=${of('prefetch')}"><script type="application/ld+json">{"a":"${of('linked data')}"}</script>
  <script type="speculationrules">{"prefetch":[{"urls":["/n?k=${of('speculation rule')}"]}]}</script>
  <style>@property --p { syntax: "*"; inherits: false; initial-value: ${of('initial value of a property')} } @supports (content: "${of('supports condition')}") { p { color: red } }
    .a { cursor: url('/c.cur?k=${of('cursor address')}'), auto; mask: url("/m.svg#${of('mask fragment')}x?") } .b { font-family: "${of('font family')}" }
    .c { grid-template-areas: "${of('grid area')}" } .d::before { content: "\\${[...of('escaped content')].map((sign) => sign.charCodeAt(0).toString(16)).join(' \\')}" }
    @media (min-width: 1px) { .e { --deep: url(/d?k=${of('address in a property')}) } } .f { content: counter(x, "${of('counter style')}") }</style>
  <form id="odd" name="form ${of('form name')}" aria-label="Odd ${of('form label')}"><input name="user[${of('field name')}]" aria-label="Named"><button name="${of('button name')}" formtarget="${of('form target')}">Odd</button></form>
  <button id="classy" data-testid="${of('test id')}" accesskey="k" itemid="/i/${of('item id')}" about="/a/${of('about')}">Classy</button>
  <ruby>${of('ruby')}<rt>${of('ruby text')}</rt></ruby><bdi>${of('isolated text')}</bdi><input type="image" alt="${of('image button')}" src="/ib?k=${of('image button address')}">
  <svg><use href="/sprite.svg?k=${of('sprite address')}#icon"></use><image xlink:href="/i.svg?k=${of('svg image address')}"/><metadata>${of('svg metadata')}</metadata><foreignObject><p>${of('foreign text')}</p></foreignObject></svg>
  <iframe src="javascript:'${of('script address')}'"></iframe><iframe srcdoc="<title>${of('title of a frame')}</title><body style='--x: ${of('property in a frame')}'>" title="${of('frame title')}"></iframe>
  <div popover id="pop" style="view-transition-name: none" title="${of('popover title')}">${of('popover text')}</div><dialog open style="position: static" aria-label="${of('dialog label')}">${of('dialog text')}</dialog>
  <div id="pad" tabindex="0">pad</div><textarea id="terminal" aria-label="Terminal"></textarea><p id="shown"></p><button id="prompted">Ask me</button><button id="paste">Paste</button><div id="editor" contenteditable aria-label="Editor">-</div><canvas id="sheet" tabindex="0" width="90" height="20"></canvas><div id="files">Drop files</div><form id="told"><input aria-label="Full"><input aria-label="Message"><input aria-label="Surname"><input aria-label="Yearly"><input type="date" aria-label="Born"><input type="date" aria-label="Later"><input aria-label="Small"><input aria-label="Signs"><input aria-label="Post"><input aria-label="Salary"><textarea aria-label="Recovery phrase"></textarea><select aria-label="Faith"><option>-</option><option value="f7">${of('text of what was chosen', 'Zoroastrian rites')}</option></select></form><div id="retold"></div><p>Thank you, ${of('spoken', 'Ambrose Kettleburn')}! You play the ${of('typed: Hobby', 'harpsichord')} and have ${of('typed: Diagnosis', 'Sarcoidosis')} on plot ${of('number in groups on the next page', '4,821,307')}</p><button aria-haspopup="listbox" aria-expanded="false">${of('what a list was opened for', 'Zymurgic plan')}</button><div role="slider" tabindex="0" aria-valuenow="4">${of('text of a slider', '58,413 francs')}</div><input id="restored" aria-label="Restored"><input type="range" max="99999" aria-label="Wage">
  <button role="combobox" aria-expanded="false" aria-label="Illness" id="illness">Choose</button><ul role="listbox" id="illnesses"><li role="option" aria-selected="false">${of('option of a list of elements', 'Haemophilia C')}</li></ul>
  <p>SSN ${of('social security number', '219-09-9999')}, account ${of('account in one word', 'DE89370400440532013000')}, card ${of('card with other blanks', '5425\u00a02334\u00a03010\u00a09903')}</p><p>Or enter ${of('key of a second factor', 'jbsw y3dp ehpk 3pxp')}</p><p>Made up for you: ${of('password with signs in it', 'Kf8#mQ2!xL9z')}</p><p>CPF ${of('number of a Brazilian', '529.982.247-25')}, NINO ${of('number of a Briton', 'QQ 12 34 56 C')}, account ${of('account in groups', 'GB82 WEST 1234 5698 7654 32')}</p><p>Pay to ${of('account of the Netherlands', 'NL91 ABNA 0417 1643 00')}</p><p>It is of ${of('number at the end of a sentence', '111.444.777-35')}.</p><svg viewBox="0 0 29 29"><path d="${squares(of('square code', 'M8,5h1v1H8z'))}"></path></svg>
  <script>document.title = 'Found ' + new URLSearchParams(location.search).get('q');
    document.getElementById('odd').addEventListener('submit', (event) => event.preventDefault());
    const drawnOn = document.createElement('style'); drawnOn.append('.g { background: url(', '/g.png?k=${of('address in a text of its own in a style')}', ') }'); document.head.append(drawnOn);
    const show = (text) => { document.getElementById('shown').textContent = 'Shown: ' + text; document.title = 'Odd ' + text; const again = document.createElement('p'); again.textContent = 'Again ' + text; again.style.viewTransitionName = 'of-' + text.replace(/\\W+/g, '-'); document.body.append(again); console.error('cannot ' + text) };
    document.getElementById('restored').value = '${of('filled in before us', 'Ptolemy Vandersloot')}';
    document.getElementById('illnesses').onclick = ({ target }) => { document.getElementById('illness').textContent = target.textContent; document.title = 'For ' + target.textContent; console.error('none for ' + target.textContent) };
    let keyed = ''; const key = (event) => { if (event.key.length > 1) return; keyed += event.key; show(keyed) };
    document.getElementById('pad').onkeydown = key; document.getElementById('terminal').onkeydown = (event) => { event.preventDefault(); event.stopPropagation(); key(event) };
    document.getElementById('terminal').onfocus = () => { keyed = '' };
    let edited = ''; document.getElementById('editor').addEventListener('beforeinput', (event) => { event.preventDefault(); edited += event.data ?? ''; event.currentTarget.textContent = edited; show(edited); });
    const drawn = new EditContext(); document.getElementById('sheet').editContext = drawn; drawn.addEventListener('textupdate', () => show(drawn.text));
    document.getElementById('files').ondrop = (event) => { for (const { name } of event.dataTransfer.files) { show(name); show(name.replace('.pdf', '')); } };
    document.getElementById('prompted').onclick = () => show(prompt('Your word'));
    document.getElementById('paste').onclick = async () => show(await navigator.clipboard.readText());</script>`;
}

function oddScript({ of }: Secrets): string {
  return `(async () => {
    const quiet = (promise) => promise.catch(() => undefined), json = { 'content-type': 'application/json' };
    const post = (body, headers = json) => quiet(fetch('/api/odd', { method: 'POST', headers, body }));
    try { new WebSocket(location.origin.replace('http', 'ws') + '/live/${of('socket path')}?t=${of('socket query')}', ['p${of('socket protocol')}']) } catch {}
    new EventSource('/events/${of('stream path')}?t=${of('stream query')}').onerror = ({ target }) => target.close();
    await post(JSON.stringify({ operationName: 'Op${of('operation name')}', query: 'mutation { sign(in: "${of('literal in a query')}") { id } }', variables: { a: { b: ['${of('variable')}'] }, ${of('variable name')}: 1 } }));
    await post(JSON.stringify([{ query: 'query($id: ID = "${of('default of a variable')}") { x(id: $id) }' }, { extensions: { persistedQuery: { sha256Hash: '${of('persisted hash')}' } } }]));
    await quiet(fetch('/api/odd?query=' + encodeURIComponent('{ a(b: "${of('query in an address')}") }') + '&variables=' + encodeURIComponent('{"c":"${of('variables in an address')}"}')));
    await post(JSON.stringify({ diagnosis: { type: '${of('kind of a diagnosis', 'sarcoidosis')}' } }));
    await post(new Blob(['{"a":"${of('blob body')}"}'], { type: 'application/json' })); await post(new TextEncoder().encode('{"a":"${of('bytes body')}"}'));
    const data = new FormData(); data.set('${of('multipart name')}', 'x'); data.append('many', '${of('multipart value')}'); data.append('many', new Blob(['x']), '${of('multipart file')}.pdf'); await post(data, {});
    await post(new URLSearchParams([['${of('parameter name')}', '1'], ['q', '${of('parameter value')}']]), {}); await post('a=${of('text body')}&${of('text body name')}=1', {}); await post('<a>${of('xml body')}</a>', {});
    await quiet(fetch('/api/patients?status=${of('state of a patient', 'terminally-ill')}&view=${of('view of patients', 'hospice')}'));
    console.log('password: ${of('password in a line', 'marzipanfiddle')}'); console.info('sign-in of user=${of('user in a line', 'ottoborg')}');
    await quiet(fetch('/api/${of('matrix path')};v=${of('matrix parameter')}/x')); await quiet(fetch('http://${of('user in an address')}:${of('password in an address')}@localhost:9/')); await quiet(fetch('data:application/json,"${of('data call')}"'));
    const broken = (thing) => setTimeout(() => { throw thing });
    broken(new AggregateError([new Error('${of('one of many errors')}')], 'all ${of('many errors')}')); broken(Object.assign(new Error('plain'), { user: '${of('property of an error')}', response: { data: { a: '${of('response in an error')}' } } }));
    broken(new Error('outer', { cause: { code: '${of('cause as an object')}' } })); broken(new Error('outer', { cause: '${of('cause as a text')}' })); broken(new DOMException('no ${of('DOM exception')}', 'AbortError'));
    broken({ toString: () => '${of('text of a thing')}', message: 'thing ${of('message of a thing')}' }); broken(Symbol('${of('symbol')}')); broken(['${of('thrown list')}']); broken(() => '${of('thrown function')}');
    const named = { ['f${of('function name')}']() { throw new Error('named') } }; setTimeout(() => named['f${of('function name')}']());
    setTimeout(() => (0, eval)('throw new Error("evaluated")//# sourceURL=/run/${of('source address')}')); broken(Object.assign(new Error('stacked'), { stack: 'Error: stacked ${of('stack text')}\\n    at run (https://a.example/${of('stack path')}/x.js?k=${of('stack query')}:1:2)' }));
    reportError(new RangeError('reported ${of('reported error')}')); Promise.reject(new Error('x', { cause: new Error('deep', { cause: { deeper: '${of('deep cause')}' } }) })); Promise.reject({ error: { message: '${of('rejected object')}' }, message: 'why ${of('rejected message')}' });
    console.error('user %s of %o with %c', '${of('formatted argument')}', { a: { b: { c: '${of('nested in the console')}' } } }, 'color: ${of('console style')}'); console.error({ message: '${of('logged object')}' }, new URL('https://a.example/?k=${of('logged address')}'));
    console.assert(false, 'never %s', '${of('assertion argument')}'); console.assert(false, { a: '${of('asserted object')}' }); console.warn(new Error('warned', { cause: '${of('warned cause')}' })); console.error(new Map([['${of('logged key')}', '${of('logged value')}']]), document.getElementById('classy'));
    console.error(\`Request failed: {"password":"${of('JSON in a line')}","n":["${of('list in a line')}"]}\`); console.log('%ctagged ${of('line with a style')}', 'color:red'); console.error('at https://a.example/u/${of('address in a line')}?k=${of('query in a line')}#${of('fragment in a line')}');
    history.pushState({ a: '${of('odd history state')}' }, '', '/odd/x#/view/${of('hash route')}?k=${of('query of a hash route')}'); location.hash = '!/${of('hashbang')}'; location.hash = 'access_token=${of('token in a fragment')}';
    navigation.updateCurrentEntry?.({ state: '${of('navigation state')}' }); document.cookie = '${of('cookie name')}=1'; sessionStorage.setItem('a', '${of('session storage')}'); performance.mark('m', { detail: '${of('detail of a mark')}' });
    const late = document.createElement('section'); late.innerHTML = '<p title="${of('late title')}" style="--late: ${of('late property')}; background: url(/l?k=${of('late address')})">${of('late text')}</p><iframe></iframe>'; document.body.append(late);
    const inner = late.lastChild.contentDocument; inner.open(); inner.write('<title>${of('written title')}</title><p>${of('written text')}</p><input value="${of('written value')}">'); inner.close(); inner.defaultView.console.error('${of('console of a frame')}');
    const field = document.createElement('input'); field.type = 'password'; field.value = '${of('password set by a script')}'; late.append(field); await new Promise((done) => setTimeout(done, 300)); field.type = 'text'; field.setAttribute('aria-label', 'Pass'); await new Promise((done) => setTimeout(done, 300));
    late.attachShadow({ mode: 'open' }).innerHTML = '<p>${of('shadow made later')}</p><style>p::after { content: "${of('content in a shadow')}" }</style>'; const sheet = new CSSStyleSheet(); late.shadowRoot.adoptedStyleSheets = [sheet]; sheet.replaceSync('p { --s: "${of('replaced sheet')}" }');
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: new DataTransfer() })); getSelection().selectAllChildren(late); dispatchEvent(new ErrorEvent('error', { message: 'sent ${of('sent error event')}', filename: 'https://a.example/${of('file of an error event')}' }));
    const { sightglass } = window; sightglass.error({ a: '${of('object handed over')}', message: '${of('message handed over')}' }); sightglass.error(new Error('own ${of('error handed over')}', { cause: { b: '${of('cause handed over')}' } }));
    await new Promise((done) => setTimeout(done, 400));
  })()`;
}

/** As libraries draw a code to be scanned: a path of its dark squares. */
function squares(one: string): string {
  const all = Array.from({ length: 400 }, (_, at) => (at * 7_919) % 841);
  return all.map((at) => `M${at % 29},${Math.floor(at / 29)}h1v1H${at % 29}z`).join('') + one;
}

/** What was told in fields is told again by the page, as pages do: greeted by half a name, in pieces, with other blanks and digits. */
async function visitTold(page: Page, { of }: Secrets): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Full').fill(of('name with a short word', 'Anna Ravensworth'));
  await field('Message').fill('please tell @marlow about the chemotherapy sessions');
  await field('Surname').fill(of('name of two signs', '山田'));
  await field('Yearly').fill('1234567');
  await field('Born').fill('1984-03-17');
  await field('Small').fill('ottiline quarrington');
  await field('Signs').fill('Żółkiewska');
  await field('Post').fill('jo.wu@canary.invalid');
  await field('Salary').fill('85250.5');
  await field('Recovery phrase').fill('wrestle kitten oyster lumber');
  await field('Faith').selectOption('f7');
  await field('Wage').fill('73219');
  await page.getByRole('option', { name: 'Haemophilia' }).click();
  await page.evaluate(
    ([tail = '', grouped = '', born = '', classy = '', again = '', chosen = '', piece = '', word = '']) => {
      console.error(`None of ${chosen}`);
      const place = document.getElementById('retold') as HTMLElement;
      place.className = `of ${classy} u-${classy.toLowerCase()}`;
      place.innerHTML = `<p>Welcome back, Anna!</p><p>please tell <a href="#">@marlow</a>${tail}</p><p>ようこそ山田様</p><p>₹ ${grouped}</p><p>born 17.03.${born}</p><p>For ${classy}, Anna</p><p>${again}</p><i id="of-${btoa(`user:${classy}`)}" class="${btoa(classy)}"></i><button type="button">Retold</button><button type="button" id="piece">${piece}</button><ol><li>${word}</li></ol><img src="/pictures/a.png?name=Anna+${classy}"><svg><a href="#${classy}"><text>of</text></a></svg>`;
    },
    [
      of('piece of a message', ' about the chemotherapy sessions'),
      of('number in other groups', '12,34,567'),
      '1984',
      of('class made of a name', 'Ravensworth'),
      [
        `Hi ${of('name typed small', 'Quarrington')}, or ${of('name without its signs', 'zolkiewska')}, as @${of('who a mail is for', 'jo.wu')}`,
        `for ${of('salary as it is shown', '85,250.50')} a year, or ${of('slider as it is shown', '73,219')}`,
        `Go on, ${of('filled in before us')}`,
      ].join(' '),
      of('text of what was chosen'),
      of('piece of a message as a name', 'the chemotherapy sessions'),
      of('word of a phrase that recovers', 'oyster'),
    ],
  );
  of('greeted by half a name', 'back, Anna');
  of('year of a birth', '17.03.1984');
  for (const button of [page.getByRole('button', { name: 'Retold' }), page.locator('#piece')]) await button.click();
}

/** A person who is asked, pastes, and types where there is no field; then the page's own code does what it does. */
export async function visitOdd(page: Page, secrets: Secrets): Promise<void> {
  const { of } = secrets;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  page.on('dialog', (dialog) => dialog.accept(of('answer to a prompt', 'Lysander Pennyfeather')));
  await page.locator('#prompted').click();
  await page.locator('#pad').click();
  await page.keyboard.type(of('typed beside any field', 'Hortensia Applegarth'), { delay: 5 });
  await page.locator('#terminal').click();
  await page.keyboard.type(of('typed where the page takes the keys', 'correct horse battery'), { delay: 5 });
  await page.evaluate((text) => navigator.clipboard.writeText(text), of('pasted by a button', 'Evadne Marchbanks'));
  for (const [place, text] of [
    ['#editor', of('typed where an editor writes by itself', 'Philomena Wrexcombe')],
    ['#sheet', of('typed into an EditContext', 'Thelonius Garriock')],
  ] as const) {
    await page.locator(place).click();
    await page.keyboard.type(text, { delay: 5 });
    if (place !== '#editor') continue;
    for (const said of [of('spoken to such an editor', 'Swanhilde '), of('spoken to it next', 'Ravelston')])
      await page.keyboard.insertText(said);
  }
  await page.locator('#files').evaluate(
    (place, name = '') => {
      const carried = new DataTransfer();
      carried.items.add(new File(['x'], name));
      place.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: carried }));
    },
    of('name of a dropped file', 'Ermentrude Quillfeather.pdf'),
  );
  await page.locator('#paste').click();
  await page.getByText('Again Evadne').waitFor();
  await visitTold(page, secrets);
  for (const control of ['#odd button', '#classy']) await page.locator(control).click();
  await page.evaluate(oddScript(secrets));
}
