import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngine } from './fixtures/database.ts';
import { freePort } from './fixtures/free-port.ts';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from './fixtures/invariants/killed-servers.ts';
import { type RunningServer, startServer } from './fixtures/running-server.ts';

// Tests that libraries which most requests do not need are imported at their first use (decision
// 0041). The server is started from its sources, whose modules have names, with every third party configured.

const { folder, remove } = temporaryFolder('loaded-at-start');
const sourceMain = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const modulesFile = join(folder, 'modules.txt');
let data: ServersData;
let server: RunningServer;

beforeAll(async () => {
  data = await serversData('loaded-at-start-data');
  const settings = {
    ...data.settings,
    PORT: await freePort(),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@samay.example',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    MODULES_FILE: modulesFile,
    NODE_OPTIONS: `--import=${new URL('./fixtures/record-modules.ts', import.meta.url).href}`,
  };
  server = await startServer(settings, sourceMain);
});
afterAll(async () => {
  await server?.stop('SIGTERM');
  await data?.remove();
  remove();
});

/** Lists the packages that are loaded by now, and the server's own files. */
function loaded(): { packages: Set<string>; files: Set<string> } {
  const urls = fs.readFileSync(modulesFile, 'utf8').split('\n');
  const named = (pattern: RegExp) => new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []));
  return { packages: named(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//), files: named(/\/server\/src\/(.+)$/) };
}

describe('a server that answers', () => {
  it.each([
    'nodemailer',
    'openid-client',
    'oauth4webapi',
    '@googleapis/calendar',
    'otplib',
    'bowser',
    'file-type',
    'image-size',
    'csv-stringify',
    '@prometheus-io/client',
    '@fastify/swagger',
    '@fastify/ajv-compiler',
    'age-encryption',
    'tar-stream',
    '@fastify/fast-json-stringify-compiler',
  ])('has not loaded %s [O-3.17, S-2.13, S-2.14]', (library) => {
    const { packages } = loaded();
    expect(packages).toContain('fastify');
    expect(packages).not.toContain(library);
  });

  it('has loaded PGlite only where it is the database [S-2.13]', () => {
    expect(loaded().packages.has('@electric-sql/pglite')).toBe(testEngine === 'embedded');
  });

  it('has not loaded the limiters of other databases', () => {
    const modules = fs.readFileSync(modulesFile, 'utf8');
    expect(modules).toContain('/rate-limiter-flexible/lib/RateLimiterPostgres.js');
    expect(modules).not.toMatch(/\/rate-limiter-flexible\/(?:index|lib\/RateLimiterRedis)\.js/);
  });

  it('has not loaded the data of the demo [S-2.13]', () => {
    const { files } = loaded();
    expect(files).toContain('demo/index.ts');
    expect(files).not.toContain('demo/fill.ts');
  });
});

it('a library is loaded by the first request that needs it [S-2.13]', async () => {
  const reply = await fetch(`${server.address}/api/openapi.json`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(loaded().packages).toContain('@fastify/swagger');
});
