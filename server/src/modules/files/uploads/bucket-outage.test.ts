import { linkPrescription } from '@samay/contract/bookings/prescriptions';
import { getReady } from '@samay/contract/platform/health';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { testedBucket, type TestedBucket } from '../../../../test/fixtures/files/tested-stores.ts';
import { pngOf } from '../../../../test/fixtures/sample-files.ts';
import { upload } from '../../../../test/fixtures/send-upload.ts';
import { now } from '@samay/contract/core/time';
import { asPlatform } from '../../../db/tenant.ts';
import { sweepFiles } from './sweep.ts';

// A bucket that fails: nothing is lost or half written, and the user is told.

const content = pngOf(300_000);
let bucket: TestedBucket;
let app: TestApp;
let address: string;
let tenant: BuiltTenant;
let doctor: Client;
let appointmentId: string;

beforeAll(async () => {
  bucket = await testedBucket();
  app = await testApp({ dependencies: { files: bucket.files } });
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  app.setNow(testNow);
  bucket.storage.party.setMode('ok');
  tenant = await buildTenant(app);
  doctor = await signInAs(app, tenant, 'DOCTOR');
  appointmentId = await buildAppointment(app, tenant);
});
afterAll(async () => {
  await app.close();
  await bucket.close();
});

const send = async () => {
  const { status, error } = await upload(app, doctor, appointmentId, [
    { fileName: 'a.png', mediaType: 'image/png', content },
  ]);
  return [status, error?.code];
};
const open = async () => {
  const { body } = await doctor.call(linkPrescription, { params: { id: appointmentId } });
  return fetch(`${address}${body.url}`, { headers: doctor.headers() });
};
const rows = async () => {
  const found = await asPlatform(app, (tx) =>
    tx.selectFrom('files').select('id').where('tenant_id', '=', tenant.id).execute(),
  );
  return found.map(({ id }) => `${tenant.id}/${id}`);
};
const objects = () => bucket.storage.objects.keys().filter((key) => key.startsWith(tenant.id));

test('an upload is kept in the bucket and streamed to the browser, and its replacement removes it [T-5.8]', async () => {
  expect(await send()).toEqual([200, undefined]);
  expect(objects()).toEqual(await rows());
  const answer = await open();
  expect([answer.status, answer.headers.get('content-length'), answer.headers.get('cache-control')]).toEqual([
    200,
    String(content.length),
    'no-store',
  ]);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
  expect(await send()).toEqual([200, undefined]);
  expect([objects(), await bucket.drafts()]).toEqual([await rows(), []]);
});

test.each(['busy', 'deny', 'close'])(
  'a bucket in the mode %s refuses uploads and downloads for a while, and loses nothing [T-5.9]',
  async (mode) => {
    await send();
    const [before] = await rows();
    bucket.storage.party.setMode(mode);
    expect(await send()).toEqual([503, 'file.unavailable']);
    const answer = await open();
    if (mode === 'close') await expect(answer.arrayBuffer()).rejects.toThrow();
    else {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
      expect(await answer.json()).toMatchObject({ error: { code: 'file.unavailable' } });
    }
    bucket.storage.party.setMode('ok');
    expect([await rows(), objects(), await bucket.drafts()]).toEqual([[before], [before], []]);
    expect(Buffer.from(await (await open()).arrayBuffer())).toEqual(content);
    expect(await send()).toEqual([200, undefined]);
  },
);

test('an upload that the bucket keeps without saying so is swept after an hour [T-5.9]', async () => {
  bucket.storage.party.setMode('forget');
  expect(await send()).toEqual([503, 'file.unavailable']);
  bucket.storage.party.setMode('ok');
  expect([await rows(), objects().length]).toEqual([[], 1]);
  app.setNow(new Date(now().getTime() + 3_000_000).toISOString());
  await sweepFiles(app.dependencies);
  expect(objects()).toHaveLength(1);
  app.setNow(new Date(now().getTime() + 3_700_000).toISOString());
  expect(await sweepFiles(app.dependencies)).toMatchObject({ contents: 1 });
  expect(objects()).toEqual([]);
});

test('readiness says that files are missing, and the server goes on [T-5.9]', async () => {
  bucket.storage.party.setMode('busy');
  const ready = await doctor.call(getReady);
  expect([ready.status, ready.body]).toMatchObject([
    200,
    { status: 'degraded', checks: { files: false, database: true } },
  ]);
});
