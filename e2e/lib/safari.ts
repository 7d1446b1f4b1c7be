import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { reservePorts } from './ports.ts';

/** Where it lies by the machine's kind and the library's version. */
const browsers = '/usr/lib/*/webkit2gtk-*/MiniBrowser';
/** By which an element or a window is named (WebDriver, "elements" and "frames"). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Safari's engine as Debian has it, driven by its own driver (W3C WebDriver); playwright drives none but one of its own. */
export interface Safari {
  goto(url: string): Promise<void>;
  /** What an expression says in the page, or in the frame that was entered. */
  ask<T>(expression: string): Promise<T>;
  /** Clicks, as a person does, what an XPath finds as soon as it is there. */
  click(xpath: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Into the frame that an XPath finds; `null`: out of all. */
  enter(xpath: string | null): Promise<void>;
  stop(): Promise<void>;
}

/** @throws where it is not installed: `npm test` installs it. */
export async function startSafari({ width = 1_200, height = 900 } = {}): Promise<Safari> {
  const [browser] = globSync(browsers);
  if (!browser) throw new Error('There is no WebKit: install Debian’s `webkit2gtk-driver` and `xvfb`.');
  const started: ChildProcess[] = [];
  const stopAll = (): void => {
    for (const child of started) child.kill();
  };
  try {
    const display = await startDisplay(started);
    const { port, release } = await reservePorts();
    const environment = { ...process.env, DISPLAY: display, LANG: 'C.UTF-8', LANGUAGE: 'en_US' };
    started.push(spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: environment }));
    const ask = askAt(`http://127.0.0.1:${port}`);
    const isThere = (): Promise<boolean> => ask('GET', '/status').then(Boolean, () => false);
    while (!(await isThere())) await new Promise((done) => setTimeout(done, 100));
    release();
    const options = { binary: browser, args: ['--automation'] };
    const { sessionId } = (await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    await ask('POST', `${session}/timeouts`, { script: 120_000, pageLoad: 120_000, implicit: 60_000 });
    await ask('POST', `${session}/window/rect`, { width, height });
    const find = (xpath: string) => ask('POST', `${session}/element`, { using: 'xpath', value: xpath });
    return {
      goto: async (url) => void (await ask('POST', `${session}/url`, { url })),
      ask: async <T>(expression: string) =>
        (await ask('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] })) as T,
      async click(xpath) {
        for (;;) {
          const found = (await find(xpath)) as Record<string, string>;
          try {
            return void (await ask('POST', `${session}/element/${found[elementKey]}/click`, {}));
          } catch (error) {
            // The page has put another in its place meanwhile.
            if (!/stale element/.test(String(error))) throw error;
          }
        }
      },
      async type(text) {
        const actions = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await ask('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
      },
      enter: async (xpath) => void (await ask('POST', `${session}/frame`, { id: xpath && (await find(xpath)) })),
      async stop() {
        await ask('DELETE', session).catch(() => undefined);
        stopAll();
      },
    };
  } catch (error) {
    stopAll();
    throw error;
  }
}

/** It has no way to run without a screen: a made-up one says its number once it is there. */
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const options = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(display);
  const [line] = (await once(createInterface(display.stdout), 'line')) as [string];
  return `:${line}`;
}

/** @throws what the driver says is wrong. */
function askAt(origin: string): (method: string, path: string, body?: object) => Promise<unknown> {
  return async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
}
