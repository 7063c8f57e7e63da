import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { systemContext } from '../../../context/business-context.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { noteReport } from '../index.ts';
import { noteFailure } from './health.ts';
import { noteTaken, useCredits } from './queries.ts';

let app: TestApp;
let clinic: BuiltTenant;
let bookingId: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  clinic = await buildTenant(app);
  await signInAs(app, clinic, 'BUSINESS_OWNER');
  bookingId = await buildAppointment(app, clinic);
  await asPlatform(app, (tx) =>
    tx
      .insertInto('notice_channels')
      .values({
        tenant_id: clinic.id,
        channel: 'whatsapp',
        is_on: true,
        credit_month: '2026-11',
        updated_at: now,
      })
      .execute(),
  );
});

const now = new Date(testNow);
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const channel = 'whatsapp';
const context = () => systemContext(app.dependencies, { job: 'test', tenantId: tenantIdOf(clinic.id) });
const take = async (began: Date) =>
  asPlatform(app, (tx) => run(tx, context(), noteTaken({ channel, began })));
const fail = async (kind: 'unreachable' | 'misconfigured') =>
  noteFailure(context(), { channel, outcome: { kind, reason: 'it is not paid' } });
async function read() {
  return asPlatform(app, async (tx) => {
    const row = await tx
      .selectFrom('notice_channels')
      .select(['failures', 'stop_reason as stopped'])
      .where('tenant_id', '=', clinic.id)
      .executeTakeFirstOrThrow();
    const mails = await tx
      .selectFrom('outbox')
      .select('id')
      .where('tenant_id', '=', clinic.id)
      .where('kind', '=', 'mail')
      .execute();
    return { ...row, mails: mails.length };
  });
}
/** Keeps a notice that WhatsApp took, as it is by now. Returns its effect. */
async function keep(state: 'sent' | 'failed', lead: number): Promise<string> {
  const effectId = randomUUID();
  await asPlatform(app, (tx) =>
    tx
      .insertInto('notices')
      .values({
        tenant_id: clinic.id,
        appointment_id: bookingId,
        kind: 'reminder',
        channel,
        language: 'en',
        lead_min: lead,
        starts_at: at(86_400),
        address_hash: 'hash',
        effect_id: effectId,
        state,
        reason: state === 'failed' ? 'the number is not on WhatsApp' : null,
        created_at: at(lead),
        settled_at: at(lead),
        provider_id: `wamid.${effectId}`,
      })
      .execute(),
  );
  return effectId;
}

it('ten failures in a row are those of messages that were taken and failed late, until one arrives [P-12.84]', async () => {
  for (let lead = 1; lead <= 10; lead += 1) {
    await take(now);
    await keep('failed', lead);
    await fail('unreachable');
  }
  expect(await read()).toEqual({ failures: 10, stopped: null, mails: 1 });
  const effectId = await keep('sent', 11);
  await noteReport(app.dependencies, {
    kind: 'status',
    providerId: `wamid.${effectId}`,
    reference: `${clinic.id} ${effectId}`,
    state: 'delivered',
    failure: null,
  });
  expect(await read()).toMatchObject({ failures: 0 });
});

it('a message that is reported after its month has ended costs nothing of the next one [P-12.162]', async () => {
  const use = async (month: string) =>
    asPlatform(app, (tx) => run(tx, context(), useCredits({ channel, month, credits: 1 })));
  for (const month of ['2026-11', '2026-12', '2026-12', '2026-11', '2026-12']) await use(month);
  const row = await asPlatform(app, (tx) =>
    tx
      .selectFrom('notice_channels')
      .select(['credit_month', 'credits_used'])
      .where('tenant_id', '=', clinic.id)
      .executeTakeFirstOrThrow(),
  );
  expect(row).toEqual({ credit_month: '2026-12', credits_used: 3 });
});

it('a channel that has stopped is started by no message whose try began before, and its owners are told once [P-12.82]', async () => {
  for (const began of [at(-1), now]) {
    await fail('misconfigured');
    await take(began);
    expect(await read()).toMatchObject({ stopped: 'it is not paid', mails: 1 });
  }
  await take(at(1));
  expect(await read()).toEqual({ failures: 0, stopped: null, mails: 1 });
});

it('a channel that stops by late reports alone is started by what arrives, and its owners are told once [P-12.82]', async () => {
  await keep('failed', 1);
  for (const began of [at(3600), at(7200)]) {
    await fail('misconfigured');
    await take(began);
    expect(await read()).toMatchObject({ stopped: 'it is not paid', mails: 1 });
  }
});
