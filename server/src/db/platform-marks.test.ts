import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { listMarks, setMark } from './platform-marks.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from './read-in-one-message.ts';
import { asPlatform, type TenantId } from './tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const mark = (at: string, megabytes: number) =>
  asPlatform(app, (tx) => setMark(tx, 'backup', new Date(at), { megabytes }));
const backup = async () =>
  (await readInOneMessageAsPlatform(app, { marks: listMarks({}) })).marks.find(
    ({ name }) => name === 'backup',
  );

it('keeps one row a name, the newest, in whatever order two processes mark [O-5.7]', async () => {
  await mark('2026-01-02T00:00:00Z', 2);
  await mark('2026-01-01T00:00:00Z', 1);
  expect(await backup()).toEqual({
    name: 'backup',
    at: new Date('2026-01-02T00:00:00Z'),
    detail: { megabytes: 2 },
  });
  await mark('2026-01-03T00:00:00Z', 3);
  expect(await backup()).toEqual({
    name: 'backup',
    at: new Date('2026-01-03T00:00:00Z'),
    detail: { megabytes: 3 },
  });
});

it('is kept from businesses', async () => {
  const tenantId = (await buildTenant(app)).id as TenantId;
  const work = { database: app.database, tenantId, now: new Date() };
  await expect(readInOneMessage(work, { marks: listMarks({}) })).rejects.toThrow('permission denied');
});
