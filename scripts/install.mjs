/** What a machine with only Node 20, npm and apt lacks. Plain JavaScript: it runs before anything is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Node 24, from the `node` package: it runs TypeScript without a build. */
export const node24 = `${root}node_modules/.bin/node`;
/** On a disk with less npm was silent for five minutes and more: it tries again what does not fit. */
const neededMb = 1_500;

/**
 * Installs what the lockfile names when node_modules is absent or older than it. Not `npm ci`: that one refuses a lockfile without the
 * packages of every other platform (biome's, oxc's), and a lockfile made on one platform has only its own.
 *
 * @throws one clear sentence when that fails.
 */
export function ensurePackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  const marker = `${root}node_modules/.sightglass-lock`;
  if (existsSync(node24) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Error(
      `${root} cannot be written, where packages go: give the folder to whoever starts it, then start again.`,
    );
  }
  const { bavail, bsize } = statfsSync(root);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (!existsSync(`${root}node_modules/.package-lock.json`) && freeMb < neededMb)
    throw new Error(`The packages take 1.4 GB, and the disk of ${root} has ${freeMb} MB: make room, then start again.`);
  console.log('Installing packages (1.4 GB, a third of it the column engine) …');
  // Asked once for each package, npm would be silent for half an hour before it says so. Its cache may do without, so it is let try.
  const ping = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { encoding: 'utf8' });
  if (ping.status !== 0) {
    const why = /reason: (.+)/.exec(ping.stderr ?? '')?.[1] ?? 'npm ping fails';
    console.error(`The npm registry does not answer (${why}): check the network, and npm's registry and proxy.`);
  }
  // What browsers load is built here, also where NODE_ENV says production and npm would leave the builders out.
  const options = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', ['install', ...options], { cwd: root, stdio: 'inherit' });
  if (error) throw new Error(`npm could not be started (${error.message}). Install Node 20 or newer with npm.`);
  if (status !== 0)
    throw new Error('npm install failed; its own words are above. Check the network and the disk, then start again.');
  writeFileSync(marker, wanted);
  if (!existsSync(node24))
    throw new Error(
      'npm is set to run no install scripts, and Node 24 comes by one: run `npm rebuild node --ignore-scripts=false`, then start again.',
    );
}

/**
 * Debian's Chromium, for the tests, and the same engine without windows, which looks at our screens for less than half. Resolves when both are
 * there, or the first alone where no more can be had; packages can be installed beside it.
 *
 * @throws one clear sentence when there is no Chromium and it cannot be installed.
 */
export async function ensureChromium() {
  const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const isThere = existsSync(chromium);
  if (isThere && (process.env.CHROMIUM || existsSync('/usr/bin/chromium-headless-shell'))) return;
  const sentence =
    'There is no Chromium for the browser tests: install Debian’s `chromium`, or set CHROMIUM to its path.';
  // One by one: a distribution may have the first alone.
  if (process.env.CHROMIUM === undefined)
    await installPackages('Chromium', [...(isThere ? [] : ['chromium fonts-liberation']), 'chromium-headless-shell']);
  if (!existsSync(chromium)) throw new Error(sentence);
}

/** Safari's engine as Debian has it, and a screen to draw on, for the tests that look at Sightglass with it. */
export async function ensureWebKit() {
  if (existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb')) return;
  await installPackages('WebKit', ['--no-install-recommends webkit2gtk-driver xvfb']);
}

/** Where it may: as root, with apt. Waits for whoever installs at the same time. */
async function installPackages(name, wanted) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} …`);
  const steps = ['update -qq', ...wanted.map((names) => `install -y -qq ${names}`)];
  await run('sh', ['-c', steps.map((step) => `apt-get -o DPkg::Lock::Timeout=300 ${step}`).join('; ')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function run(command, args, options) {
  return new Promise((done) => spawn(command, args, options).once('error', done).once('close', done));
}
