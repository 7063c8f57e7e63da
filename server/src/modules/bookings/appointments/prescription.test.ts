import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { markArrived } from '@samay/contract/bookings/transitions';
import { uploadPrescription } from '@samay/contract/bookings/prescriptions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { pdf, png, pngOf } from '../../../../test/fixtures/sample-files.ts';
import { multipart, type SentPart, upload } from '../../../../test/fixtures/send-upload.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { asPlatform } from '../../../db/tenant.ts';

const picture: SentPart = { fileName: 'slip.png', mediaType: 'image/png', content: png() };
const paper: SentPart = { fileName: 'slip.pdf', mediaType: 'application/pdf', content: pdf() };

let testedApp: TestApp;
let tenant: BuiltTenant;
let doctor: Client;
let appointmentId: string;
let address: string;

beforeAll(async () => {
  testedApp = await testApp({ limits: { uploadIdleSeconds: 1 } });
  address = await testedApp.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  tenant = await buildTenant(testedApp);
  doctor = await signInAs(testedApp, tenant, 'DOCTOR');
  appointmentId = await buildAppointment(testedApp, tenant);
});
afterAll(() => testedApp.close());

describe('a prescription', () => {
  test('is stored with the booking, under a name of the server, and audited [P-13.3, T-5.6]', async () => {
    const { status, body } = await upload(testedApp, doctor, appointmentId, [paper]);
    expect(status).toBe(200);
    const at = testedApp.dependencies.clock();
    expect(body.prescription).toEqual({
      fileName: `prescription_${appointmentId}_${at.getTime()}.pdf`,
      mediaType: 'application/pdf',
      bytes: pdf().length,
      uploadedAt: at.toISOString(),
    });
    expect(body.updatedAt).toBe(at.toISOString());
    expect((await doctor.call(getAppointment, { params: { id: appointmentId } })).body).toEqual(body);
    expect(await auditedActions()).toEqual(['prescription.uploaded']);
    expect(await kept()).toHaveLength(1);
  });

  test.runIf(testEngine === 'postgres')(
    'is in the reply of a change that waited for its upload',
    async () => {
      const { body: uploaded } = await upload(testedApp, doctor, appointmentId, [picture]);
      const desk = await signInAs(testedApp, tenant);
      const change = await asPlatform(testedApp, async (tx) => {
        const { rows } = await sql<{
          id: string;
        }>`insert into files (tenant_id, id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by, created_at)
        select tenant_id, gen_random_uuid(), appointment_id, 'second.png', media_type, bytes, sha256, uploaded_by, created_at from files
        where appointment_id = ${appointmentId} returning id`.execute(tx);
        await sql`update appointments set prescription_id = ${rows[0]?.id} where id = ${appointmentId}`.execute(
          tx,
        );
        const waiting = desk.call(markArrived, { params: { id: appointmentId } });
        await expect.poll(() => countWaiting(testedApp.database)).toBe(1);
        return { waiting };
      });
      const { status, body } = await change.waiting;
      expect(status).toBe(200);
      expect(body.prescription).toEqual({ ...uploaded.prescription, fileName: 'second.png' });
    },
  );

  test('replaces an earlier one, which is deleted completely [P-13.3]', async () => {
    await upload(testedApp, doctor, appointmentId, [picture]);
    const [first] = await kept();
    const { body } = await upload(testedApp, doctor, appointmentId, [paper]);
    expect(body.prescription?.mediaType).toBe('application/pdf');
    const left = await kept();
    expect(left).toHaveLength(1);
    expect(left).not.toContain(first);
    expect(await rows()).toBe(1);
  });

  test('ten concurrent uploads leave one complete file', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => upload(testedApp, doctor, appointmentId, [picture])),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await rows()).toBe(1);
    expect(await kept()).toHaveLength(1);
  });
});

describe('is refused', () => {
  test('without a session, with 401', async () => {
    expect((await upload(testedApp, new Client(testedApp.app), appointmentId, [picture])).status).toBe(401);
  });

  test('for an employee, who may only read [P-13.4, T-5.6]', async () => {
    const desk = await signInAs(testedApp, tenant, 'EMPLOYEE');
    expect(await upload(testedApp, desk, appointmentId, [picture])).toMatchObject({
      status: 403,
      error: { code: 'access.denied' },
    });
  });

  test('for another business, like an unknown booking [T-5.6]', async () => {
    const stranger = await signInAs(testedApp, await buildTenant(testedApp), 'BUSINESS_OWNER');
    const theirs = await upload(testedApp, stranger, appointmentId, [picture]);
    const unknown = await upload(testedApp, stranger, crypto.randomUUID(), [picture]);
    expect(theirs).toMatchObject({
      status: 404,
      error: { code: 'not_found', message: unknown.error?.message },
    });
  });

  test('for a cancelled booking [P-13.4]', async () => {
    const cancelled = await buildAppointment(testedApp, tenant, { status: 'cancelled' });
    expect(await upload(testedApp, doctor, cancelled, [picture])).toMatchObject({
      status: 409,
      error: {
        code: 'prescription.not_accepted',
        message: 'A prescription cannot be added to a cancelled appointment.',
      },
    });
  });

  test('for a turf [P-13.4]', async () => {
    const ground = await buildTenant(testedApp, { businessType: 'turf' });
    const owner = await signInAs(testedApp, ground, 'BUSINESS_OWNER');
    const booking = await buildAppointment(testedApp, ground);
    expect((await upload(testedApp, owner, booking, [picture])).status).toBe(403);
  });

  test('while the business is suspended', async () => {
    const suspended = await buildTenant(testedApp, { status: 'suspended' });
    const owner = await signInAs(testedApp, suspended, 'BUSINESS_OWNER');
    const booking = await buildAppointment(testedApp, suspended);
    expect((await upload(testedApp, owner, booking, [picture])).error?.code).toBe('tenant.suspended');
  });

  test('as JSON', async () => {
    const answer = await doctor.send(uploadPrescription, {
      params: { id: appointmentId },
      body: { tenantId: tenant.id },
    });
    expect(answer).toMatchObject({ status: 415, error: { code: 'request.unsupported' } });
  });

  const malformed: readonly (readonly [string, readonly SentPart[], number])[] = [
    ['with two files', [picture, picture], 0],
    ['with a field before the file', [{ name: 'tenant_id', content: 'x' }, picture], 0],
    ['with a field after the file', [picture, { name: 'amount', content: '1' }], 0],
    ['in a field of another name', [{ ...picture, name: 'upload' }], 0],
    ['in a field named like an object’s own', [{ ...picture, name: '__proto__' }], 0],
    ['without a file', [], 0],
    ['with a body cut in the file', [picture], 80],
    ['with a body cut at its end', [picture], 6],
  ];
  test.each(malformed)('%s, with 400', async (_what, parts, cut) => {
    const answer = await upload(testedApp, doctor, appointmentId, parts, { cut });
    expect(answer).toMatchObject({ status: 400, error: { code: 'request.invalid' } });
    await expectNothingKept();
  });

  test('when the business has stored 2 GB already [P-13.4, T-5.6]', async () => {
    const other = await buildAppointment(testedApp, tenant);
    await upload(testedApp, doctor, other, [picture]);
    await asPlatform(testedApp, (tx) =>
      tx
        .updateTable('files')
        .set({ bytes: 2 ** 31 - 1 })
        .where('tenant_id', '=', tenant.id)
        .execute(),
    );
    expect(await upload(testedApp, doctor, appointmentId, [picture])).toMatchObject({
      status: 409,
      error: { code: 'prescription.quota' },
    });
    expect(await kept()).toHaveLength(1);
    expect((await upload(testedApp, doctor, other, [picture])).status).toBe(200);
  });
});

test('an eleventh upload within a minute is rejected [T-5.6]', async () => {
  const strict = await testApp({ limits: { uploads: 10 } });
  const business = await buildTenant(strict);
  const owner = await signInAs(strict, business, 'BUSINESS_OWNER');
  const booking = await buildAppointment(strict, business);
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => upload(strict, owner, booking, [picture])),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ error }) => error?.code === 'request.too_many')).toHaveLength(5);
  await strict.close();
});

describe('over a real connection', () => {
  test('an aborted upload leaves no file [T-5.5]', async () => {
    const leaving = isFull ? 20 : 3;
    const { payload, headers } = multipart([{ ...picture, content: pngOf(4 * 1024 * 1024) }]);
    for (let round = 0; round < leaving; round += 1) {
      const sending = request(`${address}/api/appointments/${appointmentId}/prescription`, {
        method: 'PUT',
        headers: { ...doctor.headers(), ...headers, 'content-length': payload.length },
      });
      sending.on('error', () => undefined); // this side leaves
      sending.write(payload.subarray(0, payload.length / 2));
      await expect.poll(drafts).toHaveLength(1);
      sending.destroy();
      await expect.poll(drafts).toEqual([]);
    }
    const violations = (await kept()).length + (await rows());
    printInvariant({ id: 'I-15-abort', driver: testedApp.database.kind, n: leaving, violations });
    expect(violations).toBe(0);
  });

  test('a body that stalls times out [T-5.5]', async () => {
    const { payload, headers } = multipart([{ ...picture, content: pngOf(100_000) }]);
    const answer = await sendRaw(payload.subarray(0, 50_000), {
      ...headers,
      'content-length': String(payload.length),
    });
    expect(answer).toContain('HTTP/1.1 408');
    expect(answer).toContain('request.too_slow');
    await expectNothingKept();
  });

  test('a body that stalls between the file and its end times out too', async () => {
    const { payload, headers } = multipart([picture]);
    const answer = await sendRaw(payload.subarray(0, -4), {
      ...headers,
      'content-length': String(payload.length),
    });
    expect(answer).toContain('HTTP/1.1 408');
    await expectNothingKept();
  });

  test('a file that is too large gets its error while it is still being sent', async () => {
    const { payload, headers } = multipart([{ ...picture, content: Buffer.alloc(14 * 1024 * 1024) }]);
    const answer = await sendRaw(payload, { ...headers, 'content-length': String(payload.length) });
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain('File size must be less than 10MB');
    await expectNothingKept();
  });
});

/** Returns the raw answer to a body sent by hand. */
async function sendRaw(body: Buffer, headers: Record<string, string>): Promise<string> {
  const { host, hostname, port } = new URL(address);
  const lines = Object.entries({ host, ...doctor.headers(), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const socket = connect(Number(port), hostname);
  socket.write(
    [`PUT /api/appointments/${appointmentId}/prescription HTTP/1.1`, ...lines, '', ''].join('\r\n'),
  );
  socket.write(body);
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('"requestId"')) break;
  }
  socket.destroy();
  return answer;
}

async function expectNothingKept(): Promise<void> {
  expect({ drafts: await drafts(), kept: await kept(), rows: await rows() }).toEqual({
    drafts: [],
    kept: [],
    rows: 0,
  });
}

async function drafts(): Promise<string[]> {
  return readdir(join(testedApp.dependencies.settings.dataDirectory, 'files', 'drafts'));
}

/** Lists the ids of the business's contents. */
async function kept(): Promise<string[]> {
  return readdir(join(testedApp.dependencies.settings.dataDirectory, 'files', tenant.id)).catch(() => []);
}

async function rows(): Promise<number> {
  return (
    await asPlatform(testedApp, (tx) =>
      tx.selectFrom('files').select('id').where('tenant_id', '=', tenant.id).execute(),
    )
  ).length;
}

async function auditedActions(): Promise<string[]> {
  const audited = await asPlatform(testedApp, (tx) =>
    tx.selectFrom('audit_log').select('action').where('tenant_id', '=', tenant.id).execute(),
  );
  return audited.map(({ action }) => action);
}
