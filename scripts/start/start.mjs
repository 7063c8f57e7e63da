import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from '../build/build.mjs';
import { childProcesses } from './child-processes.mjs';
import { demoAccounts } from './demo-accounts.mjs';
import { memorySettings } from '../memory-settings.mjs';
import { installPackages } from '../setup/install.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { sandboxPorts } from '../sandbox-ports.mjs';
import { sandboxEnvironment, sandboxSettings } from '../sandbox-settings.mjs';
import { readableLine } from './readable-log.mjs';
import { whenNpmEnds } from '../setup/when-npm-ends.mjs';
import { readyAddress, untilReady } from '../until-ready.mjs';

// `npm start`: the server, and the sandbox unless NODE_ENV is production. No static import may lead
// to a package: packages are missing until installPackages has run.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const isProduction = process.env.NODE_ENV === 'production';
const port = Number(process.env.PORT ?? 3000);
const children = childProcesses();
/**
 * The environment with Node's cache of compiled modules. The server uses it anyway; with it in the
 * environment its first file is read from it too.
 */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') };
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
whenNpmEnds(() => void end(0));
if (process.argv.includes('--version')) printVersion();
else await start().catch((error) => end(1, error.message));

async function start() {
  await installPackages(root);
  const node = pinnedNode(root);
  await buildWhenStale(root, node);
  await assertFreePorts();
  if (!isProduction) startSandbox(node);
  startServer(node);
  const death = children.death.then(({ name, code, lastLines }) => {
    throw new Error(
      `The ${name} ended by itself (${code}).${name === 'server' ? '' : `\n${lastLines.join('\n')}`}`,
    );
  });
  // In production a migration of large data may take any time, and interrupting it helps nobody.
  await Promise.race([untilReady(readyAddress(port), isProduction ? { atMost: Infinity } : {}), death]);
  if (isEnding) return;
  greet();
  await death;
}

function printVersion() {
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
}

async function assertFreePorts() {
  const { takenPort } = await import('./taken-port.mjs');
  const taken = await takenPort(
    [port, ...(isProduction ? [] : Object.values(sandboxPorts(port)))],
    process.env.HOST,
  );
  if (taken === undefined) return;
  const which = isProduction || taken === port ? `Port ${taken}` : `Port ${taken}, which the sandbox needs,`;
  throw new Error(
    `${which} is already in use. Stop what uses it, or choose another: PORT=${port + 100} npm start`,
  );
}

function startSandbox(node) {
  children.start('sandbox', node, [join(root, 'sandbox', 'src', 'main.ts')], {
    cwd: root,
    env: { ...compiled, ...process.env, ...sandboxEnvironment(port) },
    onLine: () => {},
  });
}

function startServer(node) {
  children.start('server', node, [join(root, 'server', 'dist', 'main.js')], {
    cwd: root,
    // Hides requests in the demo; `LOG_LEVEL=info npm start` shows them.
    env: {
      ...compiled,
      ...memorySettings(),
      ...(isProduction ? {} : { LOG_LEVEL: 'warn', ...sandboxSettings(port) }),
      ...process.env,
      NODE_OPTIONS: [memorySettings().NODE_OPTIONS, process.env.NODE_OPTIONS].filter(Boolean).join(' '),
      PORT: String(port),
    },
    onLine: isProduction ? (line) => console.log(line) : showReadable,
  });
}

function showReadable(line) {
  const text = readableLine(line);
  if (text) console.log(text);
}

function greet() {
  if (isProduction) return;
  console.log(`
  Samay is at http://localhost:${port}

${demoAccounts()}

  What the pretend third parties received: http://localhost:${sandboxPorts(port).control}
  All of it listens on this machine only. Ctrl-C ends it.
`);
}

async function end(code, message) {
  if (isEnding) return;
  isEnding = true;
  if (message) console.error(`\n${message}`);
  await children.stop();
  process.exit(code);
}
