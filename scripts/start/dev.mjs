import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWebWhenStale } from '../build/build-web.mjs';
import { childProcesses } from './child-processes.mjs';
import { demoAccounts } from './demo-accounts.mjs';
import { installPackages } from '../setup/install.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { sandboxPorts } from '../sandbox-ports.mjs';
import { sandboxEnvironment, sandboxSettings } from '../sandbox-settings.mjs';
import { readableLine } from './readable-log.mjs';
import { whenNpmEnds } from '../setup/when-npm-ends.mjs';
import { readyAddress, untilReady } from '../until-ready.mjs';

// `npm run dev`: the demo with hot reload. `node --watch` restarts the server, vite serves the
// pages and proxies /api to the server. As in start.mjs, no static import may lead to a package.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const port = Number(process.env.PORT ?? 3000);
const ports = sandboxPorts(port);
const pagesPort = port + 10;
const children = childProcesses();
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
whenNpmEnds(() => void end(0));
await dev().catch((error) => end(1, error.message));

async function dev() {
  await installPackages(root);
  const node = pinnedNode(root);
  // The server also serves built pages; a stale build would look like a change without effect.
  await buildWebWhenStale(root, node);
  const { takenPort } = await import('./taken-port.mjs');
  const taken = await takenPort([port, pagesPort, ...Object.values(ports)]);
  if (taken !== undefined)
    throw new Error(`Port ${taken} is already in use. Choose another: PORT=${port + 100} npm run dev`);
  const death = startAll(node);
  await Promise.race([
    Promise.all([untilReady(readyAddress(port)), untilReady(`http://127.0.0.1:${pagesPort}/login`)]),
    death,
  ]);
  if (isEnding) return;
  console.log(
    `\n  Samay, reloading, is at http://localhost:${pagesPort}/login\n\n${demoAccounts()}\n\n  Ctrl-C ends it.\n`,
  );
  await death;
}

function startAll(node) {
  const address = `http://localhost:${pagesPort}`;
  start(
    'sandbox',
    ['--watch', '--watch-preserve-output', join(root, 'sandbox/src/main.ts')],
    sandboxEnvironment(port),
  );
  start('server', ['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')], {
    LOG_LEVEL: 'warn',
    PUBLIC_URL: address,
    ...sandboxSettings(port),
    ...process.env,
    PORT: String(port),
  });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  start(
    'pages',
    [vite, '--host', '127.0.0.1', '--port', String(pagesPort), '--strictPort', '--clearScreen', 'false'],
    {
      SAMAY_SERVER: `http://127.0.0.1:${port}`,
    },
  );
  return children.death.then(({ name, code }) => {
    throw new Error(`The ${name} ended by itself (${code}).`);
  });

  function start(name, args, env) {
    const cwd = name === 'pages' ? join(root, 'web') : root;
    children.start(name, node, args, {
      cwd,
      env: { ...process.env, ...env },
      onLine: (line) => show(name, line),
    });
  }
}

function show(name, line) {
  const text = readableLine(line);
  if (text?.trim()) console.log(`[${name}] ${text}`);
}

async function end(code, message) {
  if (isEnding) return;
  isEnding = true;
  if (message) console.error(`\n${message}`);
  await children.stop();
  process.exit(code);
}
