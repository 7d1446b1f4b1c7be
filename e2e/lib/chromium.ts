import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

/**
 * Switched off: the first ones by Playwright as well, whose own list this one takes the place of; the last two would load two pages of
 * the address bar's own into each window, and in a second renderer, which is a third of what such a browser's start costs. The one before them
 * keeps a renderer for the next page, which in most tests never comes.
 */
const withoutFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

/** Debian's Chromium, headless: without a sandbox (tests run as root) and without calls of its own to the outside. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
];

/** The browser that visitors have. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** The same engine without a browser's windows: a launch and a page cost less than half, as does all that happens in it. */
const shellPath = '/usr/bin/chromium-headless-shell';

export interface Browsing {
  context: BrowserContext;
  stop(): Promise<void>;
}

/**
 * A browser with an empty profile of its own.
 *
 * @param options - `shell`: what is looked at or recorded is in the page alone, and nothing of the browser around it: the engine serves, where
 * it is installed. `bars`: with scroll bars that take room of the page, as on most desktops, or such that lie over it, as on phones.
 * @throws when Chromium is not installed, naming how to install it.
 */
export async function startBrowsing(
  options: { width?: number; height?: number; dark?: boolean; shell?: boolean; bars?: boolean | 'over' } = {},
): Promise<Browsing> {
  if (!existsSync(chromiumPath))
    throw new Error(`No Chromium at ${chromiumPath}. Run \`apt-get install -y chromium\`, or set CHROMIUM.`);
  const inShell = options.shell && process.env.CHROMIUM === undefined && existsSync(shellPath);
  const profile = mkdtempSync(join(tmpdir(), 'sightglass-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: inShell ? shellPath : chromiumPath,
    headless: true,
    args: flags,
    ...(options.bars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    isMobile: options.bars === 'over',
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  // How soon something is there says something of the machine: two minutes only end what never comes.
  context.setDefaultTimeout(120_000);
  return {
    context,
    async stop() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
