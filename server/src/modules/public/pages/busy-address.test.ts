import { listRequests } from '@samay/contract/public/requests';
import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildPage } from '../../../../test/fixtures/public/business-with-page.ts';
import type { BuiltTenant } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildApp } from '../../../app.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { readSettings } from '../../../core/settings.ts';

// Tests how often strangers may come, and what those of a busy address do instead.

/** Monday; now is Saturday, 21 November 2026, 11:00 in India. */
const monday = '2026-11-23';
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let slug: string;
let resource: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ clinic, owner, slug, resource } = await buildPage(app));
});

it('opens so often for an address, and holds sixty times an hour without a task [T-2.59]', async () => {
  expect(readSettings({ NODE_ENV: 'test' }).limits).toMatchObject({ publicPage: 300, holds: 60 });
  const { settings } = app.dependencies;
  const limits = { ...settings.limits, publicPage: 4, holds: 1 };
  const limited = await buildApp({ ...app.dependencies, settings: { ...settings, limits } });
  const payload = new URLSearchParams({ day: monday, time: '10:00' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const hold = async () =>
    (await limited.inject({ method: 'POST', url: `/b/${slug}/x-ray/hold`, headers, payload })).statusCode;
  expect([await hold(), await hold()]).toEqual([303, 429]);
  const open = async () => (await limited.inject(`/b/${slug}`)).statusCode;
  expect([await open(), await open(), await open()]).toEqual([200, 200, 429]);
  await limited.close();
});

it('opens pages while a code travels, and counts and answers what it does not know outside of the gate [T-2.59, T-2.64]', async () => {
  const { settings } = app.dependencies;
  const [travelling, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mail = {
    send: async () => {
      travelling.resolve();
      await arrived.promise;
    },
  };
  const limits = { ...settings.limits, publicPage: 4 };
  // One visit at a time.
  const served = await buildApp({
    ...app.dependencies,
    mail,
    settings: { ...settings, databasePoolSize: 4, limits },
  });
  ({ slug, resource } = await buildPage(app, { mode: 'booking' }));
  const day = { day: monday, time: '10:00', with: resource, request: randomUUID() };
  const person = { name: 'Meera', number: '9820011224', email: 'meera@people.example', note: '' };
  const asked = served.inject({
    method: 'POST',
    url: `/b/${slug}/x-ray/ask`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...day, ...person }).toString(),
  });
  await travelling.promise;
  const open = async (path = '') => (await served.inject(`/b/${slug}${path}`)).statusCode;
  expect([await open(), await open('/a/b/c/d'), await open(), await open()]).toEqual([200, 404, 200, 429]);
  arrived.resolve();
  expect((await asked).statusCode).toBe(303);
  await served.close();
});

it('asks an address above its limit for the solution of a task, which is taken once over two servers [P-12.210, T-2.58]', async () => {
  const { settings } = app.dependencies;
  const limited = {
    ...app.dependencies,
    settings: { ...settings, limits: { ...settings.limits, holds: 1 } },
  };
  const servers = [await buildApp(limited), await buildApp(limited)];
  let sent = 0;
  const send = async (form: Record<string, string>, path = 'ask') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(form).toString();
    const server = servers[(sent += 1) % 2] ?? app.app;
    return server.inject({ method: 'POST', url: `/b/${slug}/x-ray/${path}`, headers, payload });
  };
  const form = {
    day: monday,
    time: '10:00',
    with: resource,
    request: randomUUID(),
    name: 'Meera <i>',
    number: '9820011223',
    note: '',
  };
  expect((await send({ day: monday, time: '09:00' }, 'hold')).statusCode).toBe(303);
  const page = await send(form);
  expect(page.statusCode).toBe(429);
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'nonce-([\w-]{22})'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'nonce-\1'; worker-src blob:$/,
  );
  const kept = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, key, value]) => [key, value],
  );
  const { task = '', solution: _, ...typed } = Object.fromEntries(kept) as Record<string, string>;
  expect(typed).toEqual({ ...form, name: 'Meera &#60;i&#62;' });
  expect(page.body).toContain('<p id="waiting" role="status" hidden>');
  expect(page.body).toMatch(/<noscript><p[^>]*>Many people use your connection/);
  const solution = solve(task);
  const left = async (given: Record<string, string>) => (await send({ ...form, ...given })).statusCode;
  expect(await left({ task, solution: notSolving(task, solution) })).toBe(429);
  expect(await left({ task: task.replace(/.$/, task.endsWith('A') ? 'Q' : 'A'), solution })).toBe(429);
  expect((await owner.call(listRequests)).body.items).toEqual([]);
  expect((await send({ day: monday, time: '11:00' }, 'hold')).statusCode).toBe(429);
  const held = await asPlatform(app, (tx) =>
    tx
      .selectFrom('claims')
      .select('id')
      .where('held_by', 'is not', null)
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  // The first visitor's hold alone, which came before the limit.
  expect(held).toHaveLength(1);
  const both = await Promise.all([left({ task, solution }), left({ task, solution })]);
  expect(both.filter((status) => status === 303)).toHaveLength(1);
  expect(await left({ task, solution })).toBe(429);
  expect((await owner.call(listRequests)).body.items).toHaveLength(1);
  for (const server of servers) await server.close();
});

/** Solves a task as a browser does. */
function solve(task: string): string {
  for (let tried = 0; ; tried += 1)
    if (hash('sha256', `${task}.${tried}`, 'buffer').readUInt16BE() === 0) return String(tried);
}

/** Returns the next number that solves it not. */
function notSolving(task: string, solution: string): string {
  for (let tried = Number(solution) + 1; ; tried += 1)
    if (hash('sha256', `${task}.${tried}`, 'buffer').readUInt16BE() !== 0) return String(tried);
}
