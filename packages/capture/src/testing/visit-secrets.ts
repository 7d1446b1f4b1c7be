import type { Page } from 'playwright-core';
import { type Secrets, secretScript } from './secrets.ts';
import { natural, otherways, widerScript } from './wider-secrets.ts';

interface Echoing {
  echo(text: string): void;
  settled(): Promise<unknown>;
  /** The field in a closed shadow root. */
  shut: HTMLInputElement;
}

/** A person at the first page of secrets: types, shows a password, chooses, clicks; then the page's own code does what it does. */
export async function visitSecrets(page: Page, secrets: Secrets): Promise<void> {
  const { of } = secrets;
  const type = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.type(text);
  };
  for (const label of typedIn) await type(label, of(`typed: ${label}`));
  await type('Mail', `${of('typed: Mail')}@canary.invalid`);
  await type('Site', `https://example.invalid/${of('typed: Site')}`);
  // "Show password".
  await page.evaluate(() => document.getElementById('password')?.setAttribute('type', 'text'));
  await type('Password', of('typed: shown password'));
  await page.getByLabel('Agree', { exact: true }).check();
  await page.getByLabel('One', { exact: true }).check();
  await page.getByLabel('Choice', { exact: true }).press('S');
  for (const control of ['#row', '#prose', '#titled', '#link', '[aria-label^=Remove]', 'form button'])
    await page.locator(control).click();
  await page.evaluate(secretScript(secrets));
  await page.getByText('more').click();
  await page.waitForURL('**/x?**');
}

const typedIn = [
  'Text',
  'Note',
  'Search',
  'Password',
  'Card',
  'Code on the card',
  'Code by phone',
  'Listed',
  'Written',
  'Shadow',
  'Phone',
];

/** A person at the second page, which repeats everything that it hears, everywhere, a while later. */
export async function visitWider(page: Page, secrets: Secrets): Promise<void> {
  const { of } = secrets;
  await page.evaluate(widerScript(secrets));
  const field = (label: string) => page.locator(`[aria-label=${JSON.stringify(label)}]`);
  const typed = async (label: string, text: string): Promise<void> => {
    await field(label).click();
    await page.keyboard.type(text);
    await repeat(text);
  };
  const repeat = (text: string) => page.evaluate((said) => (window as unknown as Echoing).echo(said), text);

  for (const [label, text, parts] of natural) {
    await typed(label, of(`typed: ${label}`, text));
    for (const part of parts) of(`part of ${label}: ${part}`, part);
  }
  await byOtherMeans(page, secrets, repeat);

  // A secret field that shows itself, moves, is copied and written anew.
  await page.evaluate(() => document.getElementById('flipped')?.setAttribute('type', 'password'));
  await typed('Flipped', of('typed: flipped to password and back'));
  await typed('Moved', of('typed: moved secret'));
  await page.evaluate(() => {
    document.getElementById('flipped')?.setAttribute('type', 'text');
    const moved = document.getElementById('moved') as HTMLInputElement;
    moved.type = 'text';
    document.body.prepend(moved);
    const clone = moved.cloneNode(true) as HTMLInputElement;
    clone.removeAttribute('id');
    clone.setAttribute('data-sightglass', 'allow');
    const again = document.createElement('div');
    again.innerHTML = `<input value="${moved.value}" data-sightglass="allow">`;
    document.body.append(clone, again);
  });

  await typed('Plain', of('typed: plain text only'));
  await typed('Rich', of('typed: rich text', 'Wilhelmina Featherstonehaugh'));
  await page.evaluate(() => document.querySelector('[aria-label=Rich]')?.removeAttribute('contenteditable'));
  await field('Long note').click();
  const lines = [
    of('typed: first line', 'allergic to penicillin'),
    of('typed: second line', 'lives with Ottoline Prendergast'),
  ];
  await page.keyboard.type(lines.join('\n'));
  for (const line of lines) await repeat(line);
  await page.frameLocator('#field-frame').getByLabel('Framed').click();
  await page.keyboard.type(of('typed: in a frame', 'Thaddeus Winterbourne'));
  await repeat(of('typed: in a frame'));
  await page.frameLocator('#design').locator('body').click();
  await page.keyboard.type(of('typed: in designMode', 'Cordelia Ravenscroft'));
  await repeat(of('typed: in designMode'));
  await page.evaluate(() => (window as unknown as Echoing).shut.focus());
  await page.keyboard.type(of('typed: in a closed shadow root', 'Peregrine Abernathy'));
  await repeat(of('typed: in a closed shadow root'));
  await page.evaluate(() => (window as unknown as Echoing).settled());
}

/** Composed by an input method, spoken, filled in by a script, pasted, cut, dropped. */
async function byOtherMeans(page: Page, { of }: Secrets, repeat: (text: string) => Promise<void>): Promise<void> {
  const [composed = '', spoken = '', filled = '', pasted = '', cut = ''] = otherways;
  const cdp = await page.context().newCDPSession(page);
  await page.getByLabel(composed).click();
  const name = of('composed by an input method', 'やまだ はなこさん');
  for (let end = 1; end <= name.length; end++)
    await cdp.send('Input.imeSetComposition', { text: name.slice(0, end), selectionStart: end, selectionEnd: end });
  await cdp.send('Input.insertText', { text: name });
  await repeat(name);
  await page.getByLabel(spoken).click();
  await cdp.send('Input.insertText', { text: of('spoken', 'Ambrose Kettleburn') });
  await repeat(of('spoken'));
  await page.getByLabel(filled).evaluate(
    (field, text) => {
      (field as HTMLInputElement).value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    of('filled in by a script', 'Marmaduke Thistlewood'),
  );
  await repeat(of('filled in by a script'));
  await page.getByLabel(cut).fill(of('cut', 'Euphemia Blackwater'));
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+X');
  await page.getByLabel(pasted).click();
  await page.keyboard.press('Control+V');
  await repeat(of('cut'));
  await page.locator('#place').evaluate(
    (place, [onto, by]) => {
      const carry = (text = ''): DataTransfer => {
        const carried = new DataTransfer();
        carried.setData('text/plain', text);
        return carried;
      };
      place.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: carry(onto) }));
      (window as unknown as Echoing).echo(onto ?? '');
      place.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: carry(by) }));
      (window as unknown as Echoing).echo(by ?? '');
    },
    [of('dropped', 'Bartholomew Quicksilver'), of('pasted beside any field', 'Seraphina Dunwoody')],
  );
}
