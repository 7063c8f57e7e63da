import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { findProgram } from '../debian-packages.mjs';
import { send } from './client.mjs';

const name = 'samaytest';
const startMs = 240_000;

/**
 * Prepares a folder as an operator does, with compose.yaml and .env, on the images of a test and the
 * proxy of Debian's package. `settings` are added to .env.
 */
export async function composeProject(root, containers, { settings }) {
  const folder = join(containers.folder, name);
  mkdirSync(folder);
  copyFileSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'));
  await buildProxy(containers);
  const [httpPort, port] = [await getPort(), await getPort()];
  const key = await newKey(containers);
  const values = {
    REGISTRY: 'localhost',
    VERSION: 'test',
    DOMAIN: 'localhost',
    DATABASE_PASSWORD: 'serving',
    MIGRATION_PASSWORD: 'owning',
    REPOSITORY_PASSWORD: 'repository',
    SECRET_KEYS: Buffer.alloc(32, 'k').toString('base64'),
    ...key.settings,
    PROXY_IMAGE: 'localhost/caddy:test',
    HTTP_PORT: httpPort,
    HTTPS_PORT: port,
    ...settings,
  };
  writeFileSync(
    join(folder, '.env'),
    filledIn(readFileSync(join(root, 'compose.env.example'), 'utf8'), values),
  );
  const container = (service) => `${name}_${service}_1`;
  const url = `https://localhost:${port}`;
  const podman = (verb, ...args) => containers.podman(verb, ...args.slice(0, -1), container(args.at(-1)));
  const exec = (service, script) => containers.podman('exec', container(service), 'sh', '-c', script);
  /** Returns the certificate of the authority that Caddy makes for localhost. */
  const authority = () => exec('proxy', 'cat /data/caddy/pki/authorities/local/root.crt');
  async function untilServing() {
    const until = performance.now() + startMs;
    while (!(await answers(url, authority))) {
      if (performance.now() > until)
        throw new Error(`compose did not serve: ${await containers.podman('logs', container('samay'))}`);
      await wait(500);
    }
  }
  return {
    url,
    podman,
    exec,
    authority,
    untilServing,
    async up() {
      await containers.compose(folder, '-p', name, 'up', '-d');
      await untilServing();
      const writeKey = ['sh', '-c', 'umask 077; cat > /backups/backup.key'];
      await containers.podmanWith(key.text, 'exec', '-i', container('backups'), ...writeKey);
    },
    async down() {
      await containers.compose(folder, '-p', name, 'down');
    },
  };
}

async function answers(url, authority) {
  try {
    const { status } = await send(`${url}/api/health/ready`, { ca: await authority() });
    return status === 200;
  } catch {
    return false;
  }
}

/** Builds an image of the proxy from Debian's program. */
async function buildProxy(containers) {
  const folder = join(containers.folder, 'caddy');
  mkdirSync(folder);
  const { program } = await findProgram('caddy', 'caddy');
  copyFileSync(program, join(folder, 'caddy'));
  writeFileSync(
    join(folder, 'Containerfile'),
    'FROM localhost/base-server:1\nCOPY caddy /usr/bin/caddy\nENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config\n',
  );
  await containers.build(join(folder, 'Containerfile'), { context: folder, tag: 'localhost/caddy:test' });
}

/** Makes a key of backups as the README says. */
async function newKey(containers) {
  const folder = join(containers.folder, 'keys');
  mkdirSync(folder);
  const said = await containers.podman(
    'run',
    '--rm',
    '--network=none',
    '--user=0',
    `--volume=${folder}:/keys`,
    'localhost/samay:test',
    'backup',
    'new-key',
    '/keys/backup.key',
  );
  const pairs = [...said.matchAll(/(BACKUP_RECIPIENTS|BACKUP_SIGNING_KEY)=(\S+)/g)];
  return {
    text: readFileSync(join(folder, 'backup.key')),
    settings: Object.fromEntries(pairs.map(([, key, value]) => [key, value])),
  };
}

/** Fills values in where the text has their names, and appends the others. */
function filledIn(text, values) {
  let filled = text;
  for (const [key, value] of Object.entries(values)) {
    const line = new RegExp(`^${key}=.*$`, 'm');
    filled = line.test(filled) ? filled.replace(line, () => `${key}=${value}`) : `${filled}${key}=${value}\n`;
  }
  return filled;
}
