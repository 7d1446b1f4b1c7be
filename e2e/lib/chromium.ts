import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

/** Debian's Chromium, headless: without a sandbox (tests run as root) and without calls of its own to the outside. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export interface Browsing {
  context: BrowserContext;
  stop(): Promise<void>;
}

/** A browser with an empty profile of its own. @throws when Chromium is not installed, naming how to install it. */
export async function startBrowsing(
  options: { width?: number; height?: number; dark?: boolean } = {},
): Promise<Browsing> {
  if (!existsSync(chromiumPath))
    throw new Error(`No Chromium at ${chromiumPath}. Run \`apt-get install -y chromium\`, or set CHROMIUM.`);
  const profile = mkdtempSync(join(tmpdir(), 'sightglass-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    args: flags,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  return {
    context,
    async stop() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
