import { randomFrom } from './random.ts';

export const benchPages = ['load5k', 'mutate', 'interact', 'minute'] as const;
export type BenchPage = (typeof benchPages)[number];

/** What a page is, for whoever reads the table. */
export const pageTitles: Record<BenchPage, string> = {
  load5k: '4,455 elements, and then nothing happens',
  mutate: '1,000 rows of 5 cells re-sorted 50 times, then 200 inserts a second for 5 s',
  interact: 'one loop of trusted input: pointer, typing, tabs with calls, a dialog, wheel, clicks',
  minute: 'five such loops; bytes as of 60 s of them, requests as of 60 s',
};

/** A whole page as HTML. Where it works on its own, `window.done` is true when that is over. */
export function pageHtml(page: BenchPage, tag: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page}</title><link rel="icon" href="data:,"><style>${style}</style>${tag}</head><body>${bodies[page]()}</body></html>`;
}

/** What `/shop/items?tab=n` answers. */
export function tabItems(url: string): { id: number; name: string; price: number }[] {
  const tab = Number(/tab=(\d)/.exec(url)?.[1] ?? 0);
  return Array.from({ length: 20 }, (_, at) => ({
    id: at,
    name: `Part ${tab}-${at}`,
    price: 3 + ((at * 7 + tab) % 40),
  }));
}

const style = `body{font:14px sans-serif;margin:8px}table{border-collapse:collapse}td{border:1px solid #ccc;padding:2px 6px}
.card{display:inline-block;width:180px;margin:4px;border:1px solid #ddd}.tabs button{padding:6px 16px}input{display:block;margin:4px;width:220px}
#log{height:90px;overflow:hidden;contain:strict}#dialog{position:fixed;inset:120px 30%;background:#fff;border:1px solid #333;padding:16px}#dialog[hidden]{display:none}
#more{display:grid;grid-template-columns:repeat(5,1fr);gap:8px}#more button{height:48px}`;

const bodies: Record<BenchPage, () => string> = { load5k, mutate, interact, minute: interact };

/** With the head 4,455 elements (and the SDK's own tag), about 7,900 nodes and 190 kB, 28 kB by gzip, as a shop's list has them. */
function load5k(): string {
  const random = randomFrom(5);
  const some = (from: string[]) => from[Math.floor(random() * from.length)];
  const number = () => Math.floor(random() * 1e6).toString(36);
  const cards = Array.from(
    { length: 634 },
    (_, at) =>
      `<article class="card kind-${Math.floor(random() * 40)}" data-part="${number()}"><h3 class="title">${some(things)} ${number()}</h3><p class="text">${some(kinds)} <b class="strong">${some(stuffs)}</b> ${some(kinds)} <i class="soft">${some(stuffs)}</i>${at % 3 ? '' : `, ${number()} ${some(things)}`}</p><a class="open" href="/parts/${number()}"><span class="label">${some(things)} ${some(kinds)}, ${Math.floor(random() * 9_000) / 100} CHF</span></a></article>`,
  );
  return `<header><h1>Parts</h1><nav><a href="/">Home</a><a href="/cart">Cart</a></nav></header><main>${cards.join('')}</main><footer><p>634 parts</p><p>Prices <b>with tax</b></p></footer>`;
}

const things = 'Hinge Screw Handle Bracket Drawer Rail Plate Knob Latch Bolt Washer Castor'.split(' ');
const kinds = 'oiled turned brushed heavy light soft-closing left-hand right-hand concealed narrow wide recessed'.split(
  ' ',
);
const stuffs = 'oak brass steel walnut ash copper nylon zinc beech iron maple bronze'.split(' ');

function mutate(): string {
  const rows = Array.from(
    { length: 1_000 },
    (_, at) =>
      `<tr><td>${at}</td><td>HNG-${1_000 + at}</td><td>Hinge ${(at * 7_919) % 1_000}</td><td>${(at * 31) % 997}</td><td>oiled</td></tr>`,
  );
  return `<div id="log"></div><table><tbody id="rows">${rows.join('')}</tbody></table><script>${mutating}</script>`;
}

const mutating = `
addEventListener('load', () => setTimeout(() => {
  const body = document.getElementById('rows'), log = document.getElementById('log');
  const by = new Intl.Collator('en', { numeric: true });
  let left = 50, inserted = 0;
  const sort = () => {
    const column = left % 4, sign = left % 2 ? 1 : -1;
    const rows = [...body.rows].sort((a, b) => by.compare(a.cells[column].textContent, b.cells[column].textContent) * sign);
    for (const row of rows) body.append(row);
    left -= 1;
    if (left > 0) setTimeout(sort, 40);
    else insert(performance.now());
  };
  const insert = (since) => {
    for (const due = Math.min(1000, (performance.now() - since) / 5); inserted < due; ) {
      const line = document.createElement('p');
      line.className = 'line';
      line.textContent = 'Line ' + inserted++;
      log.prepend(line);
      if (log.childElementCount > 100) log.lastElementChild.remove();
    }
    if (inserted < 1000) setTimeout(insert, 25, since);
    else window.done = true;
  };
  sort();
}, 1500));`;

function interact(): string {
  const fields = ['name', 'street', 'city', 'note', 'coupon'].map(
    (name) => `<label>${name}<input id="${name}" name="${name}" autocomplete="off"></label>`,
  );
  const tabs = [0, 1, 2, 3].map((at) => `<button class="tab" id="tab${at}">Tab ${at}</button>`);
  const more = Array.from({ length: 60 }, (_, at) => `<button class="add" id="add${at}">Add ${at}</button>`);
  const texts = Array.from({ length: 120 }, (_, at) => `<p>Paragraph ${at} of the terms of delivery of parts.</p>`);
  return `<h1>Order</h1><div class="tabs">${tabs.join('')}</div><div id="panel" style="height:120px;overflow:hidden"></div><form>${fields.join('')}<label><input type="checkbox" id="express"> express</label></form><button id="ask">Ask</button><p>Basket: <output id="count">0</output></p><div id="more">${more.join('')}</div>${texts.join('')}<div id="dialog" hidden><h2>Sure?</h2><button id="yes">Yes</button></div><script>${interacting}</script>`;
}

const interacting = `
const $ = (id) => document.getElementById(id);
const show = (items) => {
  $('panel').replaceChildren(...items.map((item) => {
    const row = document.createElement('div');
    row.className = 'row';
    row.innerHTML = '<b></b> <i></i>';
    row.firstChild.textContent = item.name;
    row.lastChild.textContent = item.price;
    return row;
  }));
  $('panel').dataset.shown = items[0].name;
};
for (const tab of document.querySelectorAll('.tab'))
  tab.addEventListener('click', () => fetch('/shop/items?tab=' + tab.id.slice(3)).then((answer) => answer.json()).then((items) => setTimeout(show, 0, items)));
$('ask').addEventListener('click', () => { $('dialog').hidden = false; });
$('yes').addEventListener('click', () => { $('dialog').hidden = true; });
for (const field of document.querySelectorAll('form input'))
  field.addEventListener('input', () => field.classList.toggle('long', field.value.length > 6));
let count = 0;
for (const add of document.querySelectorAll('.add'))
  add.addEventListener('click', () => { $('count').textContent = String(++count); add.classList.add('added'); });`;
