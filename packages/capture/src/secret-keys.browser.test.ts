import { afterAll, beforeAll, expect, test } from 'vitest';
import { found, told } from './testing/told.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

/** What is written without a field: pages that read keys by themselves, and editors that write by themselves. */
let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());

test('keys that a page reads by itself are known where a script has led there from a field, and of a field that it masks by itself', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/led'] =
    watched.html(`<input aria-label="Town"><div id="pad" tabindex="0">pad</div><input aria-label="Masked"><script>let keyed = '', masked = '';
    document.querySelectorAll('input')[1].oninput = ({ target }) => { masked += target.value.replace(/•/g, ''); target.value = '•'.repeat(masked.length); document.title = masked + ', masked' };
    document.querySelector('input').oninput = ({ target }) => { if (target.value.length === 4) document.getElementById('pad').focus() };
    document.getElementById('pad').onkeydown = ({ key }) => { keyed += key; document.title = 'For ' + keyed };</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/led`);
  await watched.restCame('/led');
  await page.getByLabel('Town').focus();
  await page.keyboard.type('OsloLarkspurson');
  await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('For {text}'));
  await page.getByLabel('Masked').click();
  await page.keyboard.type('windmillwheel');
  await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('{text}, masked'));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(
      found(
        text,
        ['Larkspurson', 'windmill'].map((one) => [one, one]),
      ),
      about,
    ).toEqual([]);
});

test('of keys that a page reads by itself the next word is known by itself where one key leads to the beginning, deletes a word or selects all; not where it saves', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/line'] = watched.html(`<div id="line" tabindex="0">-</div><script>
    let before = '', behind = ''; const line = document.getElementById('line');
    line.onkeydown = (event) => { const { key, ctrlKey } = event; event.preventDefault();
      if (key === 'Home') [before, behind] = ['', before + behind];
      else if (key === 'Backspace') before = before.replace(ctrlKey ? /\\S*$/ : /.$/, '');
      else if (ctrlKey && key === 'u') before = '';
      else if (key.length === 1 && !ctrlKey) before += key;
      document.title = 'For ' + before + behind };</script>`);
  const titles = (): string[] => intake.records('view').map(({ title }) => title);
  for (const [keys, shown] of [
    [['Larkspurson', '[Home]', 'Ermintrude '], 'For {text} {text}'],
    [['Oswaldine Larks', '[Control+Backspace]', 'Peregrina'], 'For {text} {text}'],
    [['one two three four', '[Control+u]', 'gallowglas'], 'For {text}'],
    [['Quilli', '[Control+s]', 'nanette'], 'For {text}'],
  ] as const) {
    intake.batches.length = 0;
    const page = await watched.open('/line');
    await watched.restCame('/line');
    await page.locator('#line').click();
    for (const key of keys) await (key[0] === '[' ? page.keyboard.press(key.slice(1, -1)) : page.keyboard.type(key));
    await until(() => expect(titles().at(-1)).toBe(shown));
    await page.goto('about:blank');
    // What it was called as it was left was told last.
    await until(() => expect(intake.records('view').some(({ durationMs }) => durationMs !== undefined)).toBe(true));
    expect(titles().at(-1)).toBe(shown);
    await page.close();
  }
});

test('a key that was told before it is written is one key: in boxes of one sign each the page joins what stands there', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/boxes'] = watched.html(`${'<input maxlength="1">'.repeat(7)}<script>
    const boxes = [...document.querySelectorAll('input')];
    for (const box of boxes) box.oninput = () => { box.nextElementSibling?.focus(); document.title = 'For ' + boxes.map(({ value }) => value).join('') };</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/boxes`);
  await watched.restCame('/boxes');
  await page.getByRole('textbox').first().click();
  const keyboard = await browsing.context.newCDPSession(page);
  for (const key of 'kestrel') {
    // A browser does other things as well between a key and what it writes.
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key });
    await page.evaluate(() => console.log('between'));
    await keyboard.send('Input.dispatchKeyEvent', { type: 'char', key, text: key });
  }
  expect(await page.title()).toBe('For kestrel');
  await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('For {text}'));
  await page.close();
  for (const [about, text] of Object.entries(told(intake))) expect(found(text, [['it', 'kestrel']]), about).toEqual([]);
});

test('a phone of which each group has a field is known joined, with Tab between them; of amounts the noughts stay, whatever else was typed', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  const labels = ['Pieces', 'Area', 'Exchange', 'Line', 'Packs', 'Boxes'];
  const fields = labels.map((label) => `<label>${label} <input></label>`).join('');
  site.pages['/groups'] = watched.html(`<form>${fields}<button>Next</button></form><p id="said"></p><script>
    const form = document.querySelector('form');
    form.onsubmit = (event) => { event.preventDefault(); const [pieces, area, exchange, line] = [...form.elements].map(({ value }) => value);
      document.getElementById('said').textContent = 'We call ' + area + exchange + line + ', up to 5,000.00 EUR' }</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/groups`);
  await watched.restCame('/groups');
  await page.getByLabel('Pieces').click();
  for (const group of ['2', '415', '555', '2671', '0', '0']) {
    await page.keyboard.type(group, { delay: 15 });
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  expect(await page.locator('#said').textContent()).toBe('We call 4155552671, up to 5,000.00 EUR');
  const replay = (): string => told(intake).replay ?? '';
  await until(() => expect(replay()).toContain('We call •••••, up to 5,000.00 EUR'));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(found(text, [['phone', '4155552671']]), about).toEqual([]);
});

test('what is written between other words with keys that a page reads by itself is known', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/between'] = watched.html(`<div id="pad" tabindex="0">pad</div><script>let text = '', at = 0;
    document.getElementById('pad').onkeydown = ({ key }) => { if (key === 'ArrowLeft') at--; else if (key === 'Enter') document.title = 'For ' + text;
      else text = text.slice(0, at) + key + text.slice(at++) }</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/between`);
  await watched.restCame('/between');
  await page.locator('#pad').click();
  await page.keyboard.type('ottiline larkspurson');
  for (let steps = 'larkspurson'.length; steps--; ) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('kestrel ');
  await page.keyboard.press('Enter');
  expect(await page.title()).toBe('For ottiline kestrel larkspurson');
  await until(() => expect(intake.records('view').some(({ title }) => title.startsWith('For {text}'))).toBe(true));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    for (const one of ['ottiline', 'kestrel', 'larkspurson']) expect(found(text, [[one, one]]), about).toEqual([]);
});

test('what an editor that writes by itself holds is known where it was mended in its middle, and what was looked for though more is typed behind it, or a sign too much was typed before', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/mended'] =
    watched.html(`<div contenteditable aria-label="Editor">:</div><input aria-label="Search"><input aria-label="Other"><script>
    const editor = document.querySelector('div'), text = editor.firstChild;
    editor.onbeforeinput = (event) => { event.preventDefault(); const [{ startOffset, endOffset }] = event.getTargetRanges(), data = event.data ?? '';
      text.replaceData(startOffset, endOffset - startOffset, data); getSelection().collapse(text, startOffset + data.length) };</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/mended`);
  await watched.restCame('/mended');
  const titles = (): string[] => intake.records('view').map(({ title }) => title);
  await page.getByLabel('Editor').click();
  await page.keyboard.press('End');
  await page.keyboard.type('Hotensia Larkspurson');
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'r']) await page.keyboard.press(key);
  await page.evaluate(() => {
    document.title = `For ${document.querySelector('div')?.textContent?.slice(1)}`;
  });
  await until(() => expect(titles().some((title) => title.startsWith('For '))).toBe(true));
  await page.getByLabel('Search').click();
  await page.keyboard.type('lupus');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' or something else in winter');
  // As where messages are written: sent by its key, it leaves the field at once.
  await page.getByLabel('Search').evaluate((field: HTMLInputElement) => {
    field.onkeydown = ({ key }) => {
      if (key === 'Enter') field.value = '';
    };
  });
  for (const keys of ['Enter', 'gouts', 'Backspace', 'Enter', 'rabiess', 'Backspace', 'Control+Enter', 'and more'])
    if (/^[a-z]/.test(keys)) await page.keyboard.type(keys);
    else await page.keyboard.press(keys);
  await page.getByLabel('Other').click();
  await page.keyboard.type('kestrel');
  await page.evaluate(() => {
    document.title = 'Looked for: lupus, gout, rabies';
  });
  await until(() => expect(titles().some((title) => title.startsWith('Looked for: '))).toBe(true));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(
      found(
        text,
        ['Hortensia', 'Larkspurson', 'lupus', 'gout', 'rabies'].map((one) => [one, one]),
      ),
      about,
    ).toEqual([]);
});

test('what a page took out of a field stays known though a keyboard that writes whole words puts one there that begins as it', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/taken'] = watched.html(`<input aria-label="Guests"><input aria-label="Note"><p></p><script>
    const [guests, note] = document.querySelectorAll('input');
    const taken = [];
    guests.oninput = () => { taken.push(guests.value); guests.value = '' };
    note.oninput = () => { document.title = 'For ' + taken[0]; document.querySelector('p').textContent = taken[0] + ' comes' };</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/taken`);
  await watched.restCame('/taken');
  await page.getByLabel('Guests').focus();
  for (const guest of ['Ottil', 'Ottilchester and family']) await page.keyboard.insertText(guest);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('see you');
  expect(await page.title()).toBe('For Ottil');
  await until(() => expect(told(intake).replay).toContain(' comes'));
  await until(() => expect(told(intake).titles).toContain('For '));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(found(text, [['the first guest', 'Ottil']]), about).toEqual([]);
});
