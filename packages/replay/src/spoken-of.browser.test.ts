import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../e2e/lib/chromium.ts';

/** What the recorder calls an element in action records, the replay calls so too, and so does the browser to those who hear a page. */

const alone =
  'alert alertdialog application article banner button checkbox code combobox complementary contentinfo deletion dialog document emphasis feed figure generic group heading insertion link log main marquee math meter navigation note paragraph progressbar scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tabpanel term definition textbox time timer toolbar tooltip'
    .split(' ')
    .map((role) => `<div role="${role}"></div>`)
    .join('');

/** Words that are set apart by how they are laid out, and some that nobody sees: each is called as the browser calls it. */
const apart = `<button class="apart" style="display: flex; gap: 4px"><span>Inbox</span><span>12</span></button>
<button class="apart">Drafts<span style="display: inline-flex">3</span></button><button class="apart"><span>Com</span><span>bined</span></button>
<button class="apart"><span>Save</span><span style="display: none">Saving…</span></button><button class="apart">two<br>lines</button>
<button class="apart"><svg width="9" height="9"><title>Close</title></svg></button><button class="apart"><u>F</u>ile<i hidden>s</i></button>
<a class="apart" href="#">Startup<small style="display: block">12 GB</small><em style="float: right">new</em></a>
<ul role="tree"><li role="treeitem" class="apart" aria-expanded="true"><span>Fruits</span><ul role="group"><li role="treeitem" class="apart">Apples</li></ul></li></ul>`;

/** Every element of HTML and every pattern of ARIA. `known`: what Chromium says where we say otherwise, or more. */
const html = `
<header><h1>Tenon</h1></header><nav><a href="#">Home</a><a>Nowhere</a><a tabindex="0" known="generic">By script</a></nav>
<main><article><header>Of it</header><h2>Two</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6><footer>Of it</footer></article>
<section>Bare</section><section aria-label="Said">Named</section><aside>Aside</aside>
<section><aside known="generic">In a section</aside><aside aria-label="Said">Named</aside><header>In it</header></section>
<address>a</address><hgroup><h2>x</h2><p>y</p></hgroup><search><input type="search"></search>
<p>Text <abbr title="x">a</abbr><b>b</b><bdi>b</bdi><bdo>b</bdo><br><cite>c</cite><code>c</code><data value="1">d</data><dfn>d</dfn><em>e</em>
<i>i</i><kbd>k</kbd><mark>m</mark><q>q</q><ruby>r<rp>(</rp><rt>r</rt></ruby><s>s</s><samp>s</samp><small>s</small><span>s</span><strong>s</strong>
<sub>s</sub><sup>s</sup><time>t</time><u>u</u><var>v</var><wbr><del>d</del><ins>i</ins></p>
<blockquote>b</blockquote><dl><dt>t</dt><dd>d</dd></dl><figure>f<figcaption>c</figcaption></figure><hr><ol><li>one</li></ol><ul><li>two</li></ul>
<menu><li>three</li></menu><pre>p</pre><div>d</div><img alt="Pictured"><picture><img alt="In a picture"></picture>
<map name="m"><area href="#" alt="Area" coords="0,0,5,5"><area alt="Nowhere" coords="6,6,9,9"></map>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" usemap="#m" alt="Mapped" width="20" height="20">
<audio controls></audio><video controls></video><canvas>c</canvas><iframe title="Framed"></iframe><embed><object>o</object>
<svg><title>Drawn</title><a href="#"><text>t</text></a></svg><svg role="img" aria-label="Sign"></svg><math><mi>x</mi></math>
<table><caption>Table</caption><colgroup><col></colgroup><thead><tr><th>A</th><th scope="row" known="rowheader">B</th><th scope="col">C</th></tr></thead>
<tbody><tr><th known="rowheader">Row</th><td>1</td><td>2</td></tr></tbody><tfoot><tr><td>f</td><td>g</td><td>h</td></tr></tfoot></table>
<table role="grid"><tbody><tr><td known="gridcell">cell</td></tr></tbody></table><table role="presentation"><tr><td known="generic">lay</td></tr></table>
<form><fieldset><legend>Legend</legend><label for="a">Label a</label><input id="a"><label><span>Wrapped</span><input></label>
<label>Check <input type="checkbox"></label><label role="button">Choose <input type="file"></label></fieldset><button>Button</button>
<input type="button" value="v"><input type="checkbox"><input type="color"><input type="date"><input type="datetime-local"><input type="email">
<input type="file"><input type="hidden"><input type="image" alt="Pic"><input type="month"><input type="number"><input type="password">
<input type="radio"><input type="range"><input type="reset"><input type="search"><input type="submit"><input type="tel"><input type="text">
<input type="time"><input type="url"><input type="week"><input type="nonsense"><input type="CheckBox"><input list="dl"><input type="email" list="dl">
<input type="search" list="dl" known="combobox"><input type="number" list="dl" known="combobox"><input type="range" list="dl"><input type="password" list="dl">
<input type="file" list="dl"><input list="gone"><datalist id="dl"><option>one</option></datalist>
<select><option>o</option><optgroup label="g"><option>p</option></optgroup></select><select multiple><option>o</option></select>
<select size="3"><option>o</option></select><select size="1"><option>o</option></select><textarea></textarea><output>out</output>
<progress value="1" max="2"></progress><meter value="1"></meter><label>lonely</label></form><form aria-label="Named"></form>
<details><summary>Summary</summary>In</details><details open><summary><b>Bold</b></summary>In</details><summary known="generic">Stray</summary>
<dialog open>Dialog</dialog><dialog>Closed</dialog><div contenteditable known="generic">ed<b>it</b></div><div contenteditable="false">no</div>
<div contenteditable="plaintext-only" known="generic">p</div><p contenteditable="TRUE" known="paragraph">E</p>
<div role="BUTTON">RB</div><div role="foo button" known="button">foo</div><div role="none button">nb</div><div role="presentation">pres</div>
<button role="none">Focusable</button><a href="#" role="button">ab</a><ul role="none"><li>n</li></ul><div role="form" known="generic">f</div>
<div role="form" aria-label="x">f</div><div role="region" known="generic">r</div><div role="region" aria-label="x">r</div><div role="x">short</div>
<div role="">empty</div><div role="img" aria-label="x"></div>
<div role="grid"><div role="row"><div role="gridcell">g</div><div role="rowheader">g</div><div role="columnheader">g</div></div></div>
<div role="table"><div role="rowgroup"><div role="row"><div role="cell">c</div></div></div></div><div role="list"><div role="listitem">l</div></div>
<div role="listbox"><div role="option">o</div></div><div role="menubar"><div role="menuitem">m</div></div><div role="radiogroup"><div role="radio">r</div></div>
<div role="menu"><div role="menuitem">m</div><div role="menuitemcheckbox">m</div><div role="menuitemradio">m</div></div>
<div role="tablist"><div role="tab">t</div></div><div role="tree"><div role="treeitem">t</div></div><div role="treegrid"></div>${alone}
</main><footer>Foot</footer><slot>s</slot><custom-element>c</custom-element><template>t</template><noscript>n</noscript>`;

/** Where neither has a word for what the other tells apart. */
const alike: Record<string, string> = {
  ...{ image: 'img', DisclosureTriangle: 'button', Audio: 'audio', Video: 'video' },
  ...{ ColorWell: 'textbox', Date: 'textbox', DateTime: 'textbox', InputTime: 'textbox' },
};
/** What HTML gives elements that nobody acts on and nothing is found by: we leave it out. */
const untold =
  /^(none|article|region|group|search|paragraph|blockquote|figure|list|caption|rowgroup|separator|term|definition|code|emphasis|strong|mark|insertion|deletion|subscript|superscript|time|status|progressbar|meter|section(head|foot)er|[A-Z]\w+)$/;

interface Told {
  html: string;
  known: string | null;
  isGiven: boolean;
  ours: string;
  theirs: string;
  same: boolean;
}

let browsing: Browsing;
beforeAll(async () => {
  browsing = await startBrowsing({ shell: true });
});
afterAll(() => browsing?.stop());

test('recorder and replay call each element the same, and as the browser does', async () => {
  const page = await browsing.context.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>All</title><body>${html}`);
  await page.evaluate(await bothTables());
  const told: Told[] = await page.evaluate(() => {
    const { recorder, replay } = window as unknown as Record<'recorder' | 'replay', Table>; // put there just before
    return [...document.body.querySelectorAll('*')].map((element, number) => {
      element.setAttribute('data-number', String(number));
      const ways = [recorder, replay].map((table) => {
        const control = table.controlAt(element);
        return { control, said: [table.roleOf(element), table.nameOf(element), table.pathOf(element)].join('\n') };
      });
      return {
        html: (element.cloneNode(false) as Element).outerHTML,
        known: element.getAttribute('known'),
        isGiven: element.hasAttribute('role'),
        ours: recorder.roleOf(element),
        theirs: replay.roleOf(element),
        same: ways[0]?.control === ways[1]?.control && ways[0]?.said === ways[1]?.said,
      };
    });
  });
  expect(told.length).toBeGreaterThan(250);
  expect(told.filter(({ same }) => !same)).toEqual([]);

  const heard = await rolesHeard(page);
  const otherwise = told.flatMap(({ html: which, known, isGiven, ours }, number) => {
    const role = heard.get(number);
    if (role === undefined) return [];
    if (known !== null) return known === role && known !== ours ? [] : [`${which}: ${role}, not only known so`];
    const agrees = (alike[role] ?? role) === ours || (ours === 'generic' && !isGiven && untold.test(role));
    return agrees ? [] : [`${which}: ${ours}, and ${role} to the browser`];
  });
  expect(otherwise).toEqual([]);
  expect(heard.size).toBeGreaterThan(200);
});

test('a control is called as the browser calls it, whatever elements its words stand in, and with none that are not shown', async () => {
  const page = await browsing.context.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>Apart</title><body>${apart}`);
  await page.evaluate(await bothTables());
  const told = await page.evaluate(() => {
    const { recorder, replay } = window as unknown as Record<'recorder' | 'replay', Table>; // put there just before
    return [...document.querySelectorAll('.apart')].map((element) => [
      recorder.nameOf(element),
      replay.nameOf(element),
    ]);
  });
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  const heard = nodes
    .filter(({ role }) => /^(button|link|treeitem)$/.test(String(role?.value)))
    .map(({ name }) => name?.value);
  expect(heard).toHaveLength(10);
  expect(told).toEqual(heard.map((name) => [name, name]));
});

interface Table {
  roleOf(element: Element): string;
  nameOf(element: Element): string;
  pathOf(element: Element): string;
  controlAt(element: Element): Element;
}

/** A script that puts both tables into a page: what the recorder has, and what the replay has. */
async function bothTables(): Promise<string> {
  const contents = `
    import { controlAt, roleOf } from './capture/src/page/role.ts';
    import { nameOf } from './capture/src/page/name.ts';
    import { cssPath as pathOf } from './capture/src/page/css-path.ts';
    import * as replay from './replay/src/spoken-of.ts';
    Object.assign(window, { replay, recorder: { roleOf, nameOf, pathOf, controlAt: (at) => controlAt(at).control } });`;
  const resolveDir = fileURLToPath(new URL('../..', import.meta.url));
  const { outputFiles } = await build({ stdin: { contents, resolveDir }, bundle: true, write: false, format: 'iife' });
  return outputFiles[0]?.text ?? '';
}

/** The role of each numbered element that is in the browser's accessibility tree. */
async function rolesHeard(page: Page): Promise<Map<number, string>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  const numbers = new Map<number, number>();
  const { nodes: all } = await browser.send('DOM.getFlattenedDocument', { depth: -1 });
  for (const { backendNodeId, attributes = [] } of all) {
    const at = attributes.indexOf('data-number');
    if (at >= 0) numbers.set(backendNodeId, Number(attributes[at + 1]));
  }
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  return new Map(
    nodes.flatMap(({ backendDOMNodeId = 0, ignored, role }) => {
      const number = numbers.get(backendDOMNodeId);
      return number === undefined || ignored || role === undefined ? [] : [[number, String(role.value)]];
    }),
  );
}
