import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { dueAfter, firstAt, nextAt } from '../container/backups.mjs';
import { settingNames } from '../setting-names.mjs';
import { serverPackages } from './stage.mjs';

const run = promisify(execFile);
const root = dirname(dirname(import.meta.dirname));
const read = (path) => readFileSync(join(root, path), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const program = join(root, 'scripts/container/samay.mjs');

afterEach(() => vi.unstubAllEnvs());

test('both images end as user 10001, copy from the prepared folder alone, and ask their own program for health [O-6.6]', () => {
  const stages = read('Containerfile')
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .slice(1);
  expect(stages.map((stage) => stage.split('\n', 1)[0])).toEqual(['${BASE} AS samay', 'samay AS database']);
  for (const stage of stages) {
    expect(stage.match(/^USER .+/gm)?.at(-1)).toBe('USER 10001:10001');
    expect(stage).toMatch(/^HEALTHCHECK .*CMD \["samay", "health"/m);
    expect(stage).not.toMatch(/^ADD |--from=|curl|wget/m);
  }
  const copied = [...read('Containerfile').matchAll(/^COPY (\S+) /gm)].map(([, from]) => from);
  expect(copied).toEqual(['node-${TARGETARCH}/', 'node_modules/', 'samay/']);
});

test('the image has the packages of the server and none of the pages, the tests and the builds [O-6.6]', async () => {
  const packages = await serverPackages(root);
  const names = packages.map((path) => path.slice('node_modules/'.length));
  expect(names).toEqual(
    expect.arrayContaining(['@electric-sql/pglite', 'fastify', 'file-type', 'pg', 'zod']),
  );
  const { packages: locked } = JSON.parse(read('package-lock.json'));
  expect(packages.filter((path) => locked[path].dev)).toEqual([]);
  expect(names).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:react|vite|rolldown|typescript|playwright.*|npm)$/)]),
  );
});

test('compose.yaml locks every service of Samay, opens the ports of the proxy alone, and names all that it uses [O-6.7]', () => {
  const { services, volumes, networks } = compose;
  expect(Object.keys(services)).toEqual(['samay', 'database', 'backups', 'proxy']);
  for (const [name, service] of Object.entries(services)) {
    expect(Object.keys(service).filter((key) => !serviceKeys.has(key))).toEqual([]);
    expect(service.restart).toBe('unless-stopped');
    expect(service.ports === undefined, name).toBe(name !== 'proxy');
    for (const volume of service.volumes) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
    for (const network of service.networks) expect(Object.keys(networks)).toContain(network);
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(services)).toContain(other);
    if (name === 'proxy') continue;
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    });
    expect(service.image).toMatch(/^\$\{REGISTRY:\?[^}]+\}\/samay(?:-database)?:\$\{VERSION:\?[^}]+\}$/);
  }
  expect(networks.inside.internal).toBe(true);
  expect(services.database.networks).toEqual(['inside']);
  expect(services.proxy.networks).toEqual(['outside']);
});

/** Keys of a service in the Compose Specification, of which compose.yaml uses some. */
const serviceKeys = new Set(
  'cap_drop command depends_on env_file environment healthcheck image logging networks ports read_only restart security_opt shm_size stop_grace_period tmpfs volumes'.split(
    ' ',
  ),
);

test('compose.env.example has each variable that compose.yaml demands, empty, and nothing that nobody reads [O-6.7]', () => {
  const lines = read('compose.env.example').matchAll(/^([A-Z][A-Z_]+)=(.*)$/gm);
  const example = new Map([...lines].map(([, name, value]) => [name, value]));
  const demanded = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name));
  for (const name of demanded) expect(example.get(name), name).toBe('');
  const settings = new Set([...settingNames(root), 'BACKUP_AT', 'TZ']);
  expect([...example.keys()].filter((name) => !demanded.has(name) && !settings.has(name))).toEqual([]);
  const given = Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment ?? {}));
  const others = ['TZ', 'TMPDIR', 'PGBACKREST_REPO1_CIPHER_PASS'];
  expect(given.filter((name) => !settings.has(name) && !others.includes(name))).toEqual([]);
});

test('each command of package.json that is a file of the server is one of `samay`, and another name is refused [O-6.3]', async () => {
  const { scripts } = JSON.parse(read('package.json'));
  const files = Object.entries(scripts).filter(([, script]) => script.startsWith('node server/src/'));
  expect(files.length).toBeGreaterThan(5);
  for (const [, script] of files) expect(existsSync(join(root, script.slice('node '.length)))).toBe(true);
  const refused = await run(process.execPath, [program, 'constructor']).catch((error) => error);
  expect(refused.code).toBe(1);
  for (const [name] of files) expect(refused.stderr).toContain(name);
});

test('`samay health` succeeds only where readiness answers 200 [O-6.3]', async () => {
  let status = 200;
  const server = createServer((request, reply) => {
    reply.writeHead(request.url === '/api/health/ready' ? status : 404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { ...process.env, PORT: String(server.address().port) };
  const ask = () =>
    run(process.execPath, [program, 'health'], { env }).then(
      () => 0,
      ({ code }) => code,
    );
  expect(await ask()).toBe(0);
  status = 503;
  expect(await ask()).toBe(1);
  await new Promise((resolve) => server.close(resolve));
  expect(await ask()).toBe(1);
});

test('a backup is due at its time of day, today or tomorrow, in the time zone of the container [O-6.8]', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const at = (text) => Date.parse(text);
  expect(nextAt('02:15', at('2026-11-29T02:14:59+05:30'))).toBe(at('2026-11-29T02:15:00+05:30'));
  expect(nextAt('02:15', at('2026-11-29T02:15:00+05:30'))).toBe(at('2026-11-30T02:15:00+05:30'));
  expect(nextAt('23:59', at('2026-12-31T23:59:30+05:30'))).toBe(at('2027-01-01T23:59:00+05:30'));
  for (const wrong of ['24:00', '2:15', '', 'night']) expect(() => nextAt(wrong, 0)).toThrow('such as 02:15');
});

test('the first backup begins immediately unless one is of the last day; one that failed is tried again [O-6.8]', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const now = Date.parse('2026-11-29T12:00:00+05:30');
  const tomorrow = Date.parse('2026-11-30T02:15:00+05:30');
  const hours = (count) => count * 3_600_000;
  expect(firstAt('02:15', undefined, now)).toBe(now);
  expect(firstAt('02:15', now - hours(25), now)).toBe(now);
  expect(firstAt('02:15', now - hours(10), now)).toBe(tomorrow);
  expect(dueAfter(0, '02:15', now)).toBe(tomorrow);
  expect(dueAfter(1, '02:15', now)).toBe(now + hours(1) / 4);
});
