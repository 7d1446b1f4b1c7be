/**
 * `npm start`: installs what is missing, builds what is stale, and starts Sightglass. Plain JavaScript that Node 20 runs; from there
 * on Node 24 of node_modules takes over. Options after `--` go to the server; `--dev` serves the dashboard with hot reload.
 */
import { spawn, spawnSync } from 'node:child_process';

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) end(`Sightglass needs Node 20 or newer to start; this is ${process.version}.`);
if (process.platform === 'win32') end('Sightglass runs on Linux and macOS; on Windows, use WSL.');

const { ensurePackages, node24, root } = await import('./install.mjs');
if (/[#?]/.test(root)) end(`The builder cannot work in ${root}: name the folder without # and ?, and start again.`);
try {
  ensurePackages();
} catch (error) {
  end(error.message);
}

const options = process.argv.slice(2).filter((option) => option !== '--dev');
const dev = process.argv.includes('--dev');

const built = spawnSync(node24, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) end('The build failed; its own words are above.');

// A generation of young objects takes three times this, megabytes; 16 would be V8's own choice, and no quicker here.
const server = spawn(node24, ['--max-semi-space-size=4', `${root}packages/server/src/main.ts`, ...options], {
  stdio: 'inherit',
  // From the second start on no process carries the compiler that takes the types out, 20 MB each.
  env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/sightglass`, ...process.env },
});
const vite = dev ? startVite() : undefined;

// Ctrl-C reaches the whole group by itself; a signal to this process alone is handed on. The server's end is ours.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => {
  vite?.kill('SIGTERM');
  process.exit(code ?? (signal === null ? 0 : 1));
});

/** The dashboard from its sources; what it asks goes on to the server. */
function startVite() {
  const port = Number(process.env.PORT || 4600);
  const vitePort = String(port + 2);
  console.log(`Hot reload:  http://127.0.0.1:${vitePort}\n`);
  return spawn(node24, ['node_modules/vite/bin/vite.js', 'packages/web', '--host', '127.0.0.1', '--port', vitePort], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SIGHTGLASS_ORIGIN: `http://127.0.0.1:${port}` },
  });
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
