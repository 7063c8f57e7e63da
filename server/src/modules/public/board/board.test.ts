import { createAppointment } from '@samay/contract/bookings/appointments';
import { markArrived, startVisit } from '@samay/contract/bookings/transitions';
import { endBoardAddress, getBoard, setBoard } from '@samay/contract/public/board';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildApp } from '../../../app.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { shortName } from './board-page.ts';
import { composeBoardSecret, readBoardSecret } from './link.ts';

const day = '2026-11-23';
const ten = `${day}T04:30:00.000Z`;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ dependencies: { liveHeartbeatMs: 300 } });
});
afterAll(() => app.close());

const get = async (url: string) => app.app.inject({ url });
const textOf = ({ body }: { body: string }) =>
  body
    .replaceAll(/<(style|script|title)[^]*?<\/\1>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Turns a board on, and returns the path of its address. */
async function turnOn(business: BuiltTenant, showsNames = false): Promise<{ owner: Client; path: string }> {
  const owner = await signInAs(app, business, 'BUSINESS_OWNER');
  const { body } = await owner.call(setBoard, { body: { isOn: true, showsNames } });
  return { owner, path: new URL(body.address ?? '').pathname };
}

async function book(desk: Client, personName: string, time: string, more: object): Promise<string> {
  const person = { personName, personContact: '+91 98200 11223', date: day, time, ...more };
  return (await desk.call(createAppointment, { body: person })).body.id;
}

it('shows who is inside and the next three of each doctor by number, in four languages, and nothing that says who [P-8.120, P-8.121, T-2.60]', async () => {
  app.setNow(ten);
  const clinic = await buildTenant(app, { times: 'apart' });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ gives_tokens: true })
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  const desk = await signInAs(app, clinic);
  const doctor = { doctor: 'Default Doctor' };
  const names = ['Ravi Kumar', 'Sana Khan', 'Tara Pillai', 'Uma Shah', 'Vijay Rao'];
  const ids: string[] = [];
  for (const name of names) ids.push(await book(desk, name, '00:00', { ...doctor, walkIn: true }));
  await book(desk, 'Expected Person', '12:00', doctor);
  const { path, owner } = await turnOn(clinic);
  expect(textOf(await get(path))).toMatch(/Next 1 2 3$/);
  await desk.call(startVisit, { params: { id: ids[0] ?? '' } });
  const page = await get(path);
  expect(textOf(page)).toMatch(/Now inside 1 Next 2 3 4$/);
  for (const said of [...names.flatMap((name) => name.split(' ')), 'Expected', '98200', '₹'])
    expect(textOf(page)).not.toContain(said);
  expect(textOf(await get(`${path}?l=hi`))).toContain('अभी अंदर 1');
  expect(textOf(await get(`${path}?l=mr`))).toContain('आता आत 1');
  expect(textOf(await get(`${path}?l=te`))).toContain('ఇప్పుడు లోపల 1');
  await owner.call(setBoard, { body: { isOn: true, showsNames: true } });
  expect(textOf(await get(`${path}/now`))).toMatch(/Now inside 1 Ravi K\. Next 2 Sana K\. 3 Tara P\./);
  expect(['Dr. Meera Joshi', 'Ravi', 'Ana de Souza', ' Om  Puri '].map(shortName)).toEqual([
    'Meera J.',
    'Ravi',
    'Ana S.',
    'Om P.',
  ]);
});

it('says until when each court is played on and who is next [P-8.122]', async () => {
  app.setNow(ten);
  const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  const desk = await signInAs(app, turf);
  const playing = await book(desk, 'Ravi Kumar', '10:00', { duration: 60 });
  await desk.call(markArrived, { params: { id: playing } });
  await book(desk, 'Sana Khan', '11:00', { duration: 60 });
  const { path } = await turnOn(turf, true);
  expect(textOf(await get(path))).toMatch(/Ground Playing until 11:00 am Next 11:00 am Sana K\.$/);
  app.setNow(`${day}T06:30:00.000Z`);
  expect(textOf(await get(`${path}/now`))).toMatch(/Ground Free$/);
});

it('is not found by an ended, changed or foreign address, and while it is off [P-8.123, T-2.61]', async () => {
  app.setNow(ten);
  const clinic = await buildTenant(app, { times: 'apart' });
  const { owner, path } = await turnOn(clinic);
  const statusOf = async (url: string) =>
    Promise.all(['', '/now', '/live'].map(async (part) => (await get(`${url}${part}`)).statusCode));
  expect((await get(path)).statusCode).toBe(200);
  const other = path.endsWith('A') ? `${path.slice(0, -1)}E` : `${path.slice(0, -1)}A`;
  expect(await statusOf(other)).toEqual([404, 404, 404]);
  const { address } = (await owner.call(endBoardAddress)).body;
  expect(await statusOf(path)).toEqual([404, 404, 404]);
  const next = new URL(address ?? '').pathname;
  expect((await get(next)).statusCode).toBe(200);
  await owner.call(setBoard, { body: { isOn: false, showsNames: false } });
  expect((await owner.call(getBoard)).body.address).toBe(null);
  expect(await statusOf(next)).toEqual([404, 404, 404]);
  const desk = await signInAs(app, clinic);
  expect((await desk.call(getBoard)).status).toBe(403);
  const secret = composeBoardSecret(app.dependencies.secrets, { shortId: '0123456789', version: 7 });
  expect(readBoardSecret(app.dependencies.secrets, secret)).toEqual({ shortId: '0123456789', version: 7 });
  expect(readBoardSecret(app.dependencies.secrets, `${secret}A`)).toBe(undefined);
});

it('runs its own script alone, and is kept, framed and told to nobody [T-2.62]', async () => {
  const clinic = await buildTenant(app, { times: 'apart' });
  const { path } = await turnOn(clinic);
  const { headers, body } = await get(path);
  const nonce = /script nonce="([^"]+)"/.exec(body)?.[1];
  expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
});

it('is told of each change by a stream without session, twenty of a business, that ends with the address [P-8.124, T-1.10]', async () => {
  app.setNow(ten);
  const clinic = await buildTenant(app, { times: 'apart' });
  const desk = await signInAs(app, clinic);
  const { path, owner } = await turnOn(clinic);
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => fetch(`${base}${path}/live`, { signal: stop.signal })),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(`${base}${path}/live`)).status).toBe(429);
  const [reader] = streams.map(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
  let heard = '';
  const hear = async (text: string) => {
    while (!heard.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true };
      if (done) throw new Error(`ended after ${heard}`);
      heard += value;
    }
  };
  const id = await book(desk, 'Ravi Kumar', '00:00', { doctor: 'Default Doctor', walkIn: true });
  await hear('event: change\ndata: {}\n\n');
  expect(heard).not.toContain(id);
  await owner.call(endBoardAddress);
  await expect(hear('never')).rejects.toThrow('ended after');
  stop.abort();
});

it('answers so many reads of an address in a minute, also of an ended one, and of who guesses by where they are [P-8.139]', async () => {
  app.setNow(ten);
  const clinic = await buildTenant(app, { times: 'apart' });
  const { owner, path: ended } = await turnOn(clinic);
  const { address } = (await owner.call(endBoardAddress)).body;
  const path = new URL(address ?? '').pathname;
  const { settings } = app.dependencies;
  const limits = { ...settings.limits, ownBookingsPerTenant: 2, anonymous: 3 };
  const limited = await buildApp({ ...app.dependencies, settings: { ...settings, limits } });
  const statuses = async (...urls: string[]) => {
    const found = [];
    for (const url of urls) found.push((await limited.inject({ url })).statusCode);
    return found;
  };
  expect(await statuses(ended, `${ended}/now`, ended, `${ended}/live`)).toEqual([404, 404, 429, 429]);
  expect(await statuses(path, `${path}/now`, path, `${path}/now`, `${path}/live`)).toEqual([
    200, 200, 429, 429, 429,
  ]);
  const guess = `/board/${'A'.repeat(31)}`;
  expect(await statuses(guess, guess)).toEqual([404, 429]);
  await limited.close();
});
