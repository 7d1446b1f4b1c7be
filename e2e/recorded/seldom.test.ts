import { modelOf, type PlainNode } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { treeOf, treeOfPage } from './page-tree.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
  await recording.page.route('**/late.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: 'p { top: 1px }' }),
  );
  await recording.page.route('**/importing.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: '@import "/slow.css"; p { top: 2px }' }),
  );
  await recording.page.route('**/slow.css', async (route) => {
    await new Promise((done) => setTimeout(done, 2_500));
    await route.fulfill({ contentType: 'text/css', body: 'p { top: 3px }' });
  });
});
afterAll(() => recording?.stop());

const page = (body: string): string => `<!doctype html><html><head></head><body>${body}</body></html>`;

/** What happens in one go on a page that was written already; what storms found, each as small as it gets. */
const changes: [name: string, html: string, change: () => unknown][] = [
  [
    'what holds a frame goes into a document that was opened a moment ago, where nobody hears the frame load',
    page(`<iframe id="into"></iframe><div id="held"><iframe id="frame"></iframe></div>
      <script>document.getElementById('frame').contentDocument.body.append('before')</script>`),
    () => {
      const into = (document.getElementById('into') as HTMLIFrameElement).contentDocument;
      into?.open();
      into?.write('<!doctype html><body>new');
      into?.close();
      into?.body.append(document.getElementById('held') ?? '');
    },
  ],
  [
    'a frame is put elsewhere, and written before it has loaded anything: it never loads',
    page('<iframe id="frame" srcdoc="<!doctype html><p>before"></iframe><p>x</p>'),
    () => {
      const frame = document.getElementById('frame') as HTMLIFrameElement;
      document.body.append(frame);
      frame.contentDocument?.write('<i>and never closed');
    },
  ],
  [
    'a frame is put elsewhere and written while there is no time to look at it, since much else is new',
    page('<p>x</p><iframe id="frame" srcdoc="<!doctype html><p>before"></iframe>'),
    async () => {
      const frame = document.getElementById('frame') as HTMLIFrameElement;
      document.querySelector('p')?.append(...Array.from({ length: 20_000 }, () => document.createElement('b')));
      document.body.append(frame);
      await new Promise((done) => frame.addEventListener('load', done));
      await new Promise((done) => setTimeout(done, 150));
      document.body.append(frame);
      frame.contentDocument?.write('<i>and never closed');
    },
  ],
  [
    'a document that its frame has left for another origin has a view that tells nothing (as in Firefox), and changes once more',
    page('<p>x</p><iframe id="frame" srcdoc="<!doctype html><p>before"></iframe>'),
    async () => {
      const frame = document.getElementById('frame') as HTMLIFrameElement;
      const inner = frame.contentDocument as Document;
      const view = inner.defaultView;
      const left = {
        get frameElement() {
          throw new Error('of another origin');
        },
      };
      Object.defineProperty(inner, 'defaultView', { get: () => (frame.contentDocument === inner ? view : left) });
      frame.sandbox.value = '';
      frame.srcdoc = 'of another origin';
      await new Promise((done) => frame.addEventListener('load', done));
      document.querySelector('p')?.append('changed as well');
      inner.body.append('late');
    },
  ],
  [
    'fields of a form, and pictures and forms of the page, are called as what the browser names its children by',
    page(`<form name="firstChild"><input name="firstChild"><input name="nextSibling"><input name="parentNode"><b>Save</b></form>
      <p>x</p><img name="nextSibling" alt="">`),
    () => {
      const form = document.querySelector('form') as Element;
      (form.querySelector('b') as Element).textContent = 'Saved';
      form.append(document.createElement('em'));
      form.after('after it');
    },
  ],
  [
    'an element shows scripts nothing but what its slot would hold, and that the element as what it stands in (fields of Ionic, by Stencil)',
    page(`<my-field><label><i>Nickname</i><input></label></my-field><my-button><b><u>Save</u></b></my-button><script>
      const [label] = document.getElementsByTagName('label');
      for (const host of [label.parentNode, document.getElementsByTagName('my-button')[0]]) {
        const inner = host.firstChild.firstChild;
        const slotted = host === label.parentNode ? [] : [inner];
        Object.defineProperties(host, { childNodes: { value: slotted }, firstChild: { value: slotted[0] ?? null } });
        for (const one of [inner, ...inner.childNodes])
          Object.defineProperties(one, { parentNode: { value: host }, nextSibling: { value: null } });
      }
    </script>`),
    () => {
      const [name, save] = document.querySelectorAll('i, u');
      (name?.firstChild as Text).data = 'Alias';
      (save?.firstChild as Text).data = 'Saved';
      document.querySelector('label')?.append(document.createElement('em'));
    },
  ],
  [
    'an attribute that is called as all handlers begin',
    page('<x-row on onclick="0">1</x-row><x-row onclick="0">2</x-row>'),
    () => {
      for (const row of document.querySelectorAll('x-row')) row.toggleAttribute('on');
    },
  ],
];

test.each(changes)('the page rebuilt from the stream equals the page: %s', async (_, html, change) => {
  await recording.open(html);
  await recording.whole();
  await expectExact();
  await recording.page.evaluate(change);
  await expectExact();
  expect(await recording.faults()).toEqual([]);
});

async function expectExact(): Promise<void> {
  const said = async (): Promise<unknown[]> => {
    const { document } = modelOf(await recording.lines());
    const there = await recording.page.evaluate(`JSON.stringify((${treeOfPage.toString()})())`);
    return [JSON.stringify(document && treeOf(document)), there];
  };
  await expect.poll(async () => new Set(await said()).size, { interval: 100 }).toBe(1);
}

/** What of it is no tree: by id, of an element that was written already. */
const states: [name: string, html: string, change: () => void, said: Record<string, Record<string, unknown>>][] = [
  [
    'an element may have several: what one says hides no other',
    page(`<select><option>a<option id="chosen">b</select><lit-menu id="menu" popover>m</lit-menu><p id="p">x</p>
      <style>lit-menu:state(on) { color: red }</style>`),
    () => {
      const [chosen, menu] = ['chosen', 'menu'].map((id) => document.getElementById(id) as HTMLOptionElement);
      chosen?.setAttribute('open', '');
      menu?.showPopover();
      setTimeout(() => {
        if (chosen) chosen.selected = true;
        // It closes without a word.
        if (menu) document.getElementById('p')?.append(menu);
      }, 700);
    },
    { chosen: { ':selected': true, ':open': undefined }, menu: { ':open': undefined } },
  ],
  [
    'what is put elsewhere is scrolled no more, and nobody is told',
    page(`<main><div id="a" class="box"><p></p></div><div id="b" class="box"><p></p></div></main>
      <style>.box { height: 50px; overflow: auto } p { height: 500px }</style>`),
    () => {
      for (const box of document.querySelectorAll('.box')) box.scrollTop = 90;
      setTimeout(() => document.querySelector('main')?.append(document.getElementById('a') ?? ''), 700);
    },
    { a: { ':scroll': [0, 0] }, b: { ':scroll': [0, 90] } },
  ],
  [
    'what stands in something that is taken out and put back where it was is scrolled no more either, and no child differs',
    page(`<main id="around"><div id="a" class="box"><p></p></div></main><div id="b" class="box"><p></p></div>
      <style>.box { height: 50px; overflow: auto } p { height: 500px }</style>`),
    () => {
      for (const box of document.querySelectorAll('.box')) box.scrollTop = 90;
      setTimeout(() => document.body.prepend(document.getElementById('around') ?? ''), 700);
    },
    { a: { ':scroll': [0, 0] }, b: { ':scroll': [0, 90] } },
  ],
  [
    'a style sheet that is switched off before it has come, comes and counts for nothing',
    page('<p id="came" popover>x</p>'),
    () => {
      const link = Object.assign(document.createElement('link'), { id: 'off', rel: 'stylesheet', href: '/late.css' });
      document.head.append(link);
      link.disabled = true;
      const wait = setInterval(() => {
        if (!link.sheet) return;
        clearInterval(wait);
        setTimeout(() => document.getElementById('came')?.showPopover(), 700);
      }, 50);
    },
    { off: { ':css': ' ' }, came: { ':open': 'popover' } },
  ],
  [
    'whether a field is valid, where style sheets ask which is not: only the page knows what a script says of it',
    page('<input id="said"><textarea id="needed" required></textarea><style>:invalid { color: red }</style>'),
    () => (document.getElementById('said') as HTMLInputElement).setCustomValidity('no'),
    { said: { ':on': ':invalid' }, needed: { ':on': ':invalid' } },
  ],
  [
    'what the page defines and holds a few letters alone, or nothing before it is defined, has states too',
    page('<x-few id="few">few</x-few><x-none id="none"></x-none><style>:state(on) { color: red }</style>'),
    () => {
      class Few extends HTMLElement {
        own = this.attachInternals().states.add('on');
      }
      customElements.define('x-few', Few);
      class None extends Few {
        shadow = this.attachShadow({ mode: 'open' }).append('by and by');
      }
      customElements.define('x-none', None);
    },
    { few: { ':on': ':state(on)' }, none: { ':on': ':state(on)' } },
  ],
];

test.each(states)('states are those of the page: %s', async (_, html, change, said) => {
  await recording.open(html);
  await recording.whole();
  await recording.page.evaluate(change);
  const found = async (): Promise<typeof said> => {
    const all: PlainNode[] = [modelOf(await recording.lines()).document ?? { kind: 'document', id: 0 }];
    for (const { children = [] } of all) all.push(...children);
    return Object.fromEntries(
      Object.entries(said).map(([id, asked]) => {
        const { states = {} } = all.find(({ attributes }) => attributes?.id === id) ?? {};
        return [id, Object.fromEntries(Object.keys(asked).map((name) => [name, states[name] ?? undefined]))];
      }),
    );
  };
  await expect.poll(found, { interval: 100 }).toEqual(said);
});

test('what a sheet imports comes long after its own rules', async () => {
  await recording.open(page('<p>x</p>'));
  await recording.whole();
  await recording.page.evaluate(() => {
    for (const id of ['link', 'style']) {
      const made = Object.assign(document.createElement(id), { id, rel: 'stylesheet', href: '/importing.css' });
      if (id === 'style') made.textContent = '@import "/slow.css"; p { top: 4px }';
      document.head.append(made);
    }
  });
  const told = async (): Promise<unknown[]> => {
    const all: PlainNode[] = [modelOf(await recording.lines()).document ?? { kind: 'document', id: 0 }];
    for (const { children = [] } of all) all.push(...children);
    return ['link', 'style'].map((id) => all.find(({ attributes }) => attributes?.id === id)?.states?.[':css']);
  };
  const imported = '@media  {\np { top: 3px; }\n}\n';
  await expect
    .poll(told, { interval: 100, timeout: 20_000 })
    .toEqual([`${imported}p { top: 2px; }`, `${imported}p { top: 4px; }`]);
});

/** What stands for the hash is given, and `hashed` called. */
const justAs = [
  ['just as the hash of its sheet has come', 'return digest(...given).finally(() => setTimeout(() => hashed()))'],
  [
    'as soon as the hash of its sheet has come, by who waits for the same',
    'const made = digest(...given); queueMicrotask(() => made.then(() => hashed())); return made;',
  ],
] as const;

test.each(justAs)('a rule that is inserted %s', async (_, answer) => {
  await recording.open(page('<p>x</p>'), {
    before: `{
      const digest = crypto.subtle.digest.bind(crypto.subtle);
      let hashed = () => { document.adoptedStyleSheets[0].insertRule('p { top: 1px }'); hashed = () => 0; };
      crypto.subtle.digest = (...given) => { ${answer} };
    }`,
  });
  await recording.whole();
  await recording.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(Array.from({ length: 200 }, (_, at) => `.a${at} { top: ${at}px; }`).join('\n'));
    document.adoptedStyleSheets = [sheet];
  });
  const told = async (): Promise<number> => Object.values(modelOf(await recording.lines()).sheets)[0]?.length ?? 0;
  await expect.poll(told, { interval: 100 }).toBe(201);
});

test('a page that has broken what a hash is written with hears nothing of it, and its sheets are told as they are', async () => {
  await recording.open(page(`<style>${'p { top: 1px }'.repeat(200)}</style><p>x</p>`), {
    before: `{
      window.heard = [];
      addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)));
      window.btoa = () => { throw new Error("the page's own"); };
    }`,
  });
  await recording.whole();
  expect(JSON.stringify(await recording.lines())).toContain('p { top: 1px }');
  expect(await recording.page.evaluate('heard')).toEqual([]);
});

test.each(['nodeType', 'localName', 'ownerDocument', 'getRootNode', 'shadowRoot'])(
  'a form in which a field is called %s is told, as is what changes in it',
  async (name) => {
    const form = `<form id="form"><select name="${name}"><option>worker</select><input name="${name}"><b>of a cluster</b></form>`;
    await recording.open(page(form.replace(/<select.*select>/, '')));
    await recording.whole();
    const told = async (): Promise<string> => JSON.stringify(modelOf(await recording.lines()).document);
    await recording.page.evaluate(() => {
      const [form, text] = [document.getElementById('form'), document.querySelector('#form b')];
      text?.replaceChildren('of another');
      form?.append('at last');
    });
    await expect.poll(told, { interval: 100 }).toMatch(/"form".*of another.*at last/);
    await recording.page.evaluate((two) => {
      document.getElementById('form')?.after(document.createElement('hr'));
      document.querySelector('hr')?.insertAdjacentHTML('afterend', two);
    }, form);
    await expect.poll(told, { interval: 100 }).toMatch(/"form".*at last.*"hr".*"form".*worker.*of a cluster/);
    expect(await recording.faults()).toEqual([]);
  },
);

test('on a phone a page is as wide as it is laid out, whatever goes beyond it', async () => {
  const { page } = recording;
  const session = await page.context().newCDPSession(page);
  const phone = { width: 390, height: 700, deviceScaleFactor: 2, mobile: true };
  await session.send('Emulation.setDeviceMetricsOverride', phone);
  await recording.open(
    '<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1"><body style="margin: 0"><p>one</p>',
  );
  const size = async (): Promise<unknown> => {
    const { width, height } = modelOf(await recording.lines());
    return { width, height };
  };
  const laidOut = { width: 390, height: 700 };
  await expect.poll(size, { interval: 100 }).toEqual(laidOut);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div style="width: 900px; height: 20px">goes beyond</div>');
  });
  await page.waitForFunction(() => innerWidth === 900 && matchMedia('(width: 390px)').matches);
  await recording.lost();
  const told = async (): Promise<string> => JSON.stringify(await recording.lines());
  await expect.poll(told, { interval: 100, timeout: 5000 }).toContain('],900,');
  expect(await size()).toEqual(laidOut);
  await session.detach();
});
