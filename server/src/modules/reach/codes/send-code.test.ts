import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { systemContext } from '../../../context/business-context.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { findCodeChannel, noteReport, registerTexts, sendCode } from '../index.ts';
import { composeCodeReference } from '../channels/message-names.ts';

let app: TestApp;
let whatsApp: WhatsAppParty;
let clinic: BuiltTenant;
beforeAll(async () => {
  whatsApp = await openWhatsApp();
  app = await testApp({ dependencies: { mail: recordedMailbox().mailer, whatsApp: whatsApp.provider } });
  await registerTexts(app.dependencies);
});
afterAll(async () => {
  await app.close();
  await whatsApp.close();
});
beforeEach(async () => {
  whatsApp.setMode('ok');
  clinic = await buildTenant(app);
});

/** Turns WhatsApp on for the business, by the installation's number or its own. */
async function turnOn({ account, used = 0 }: { account: string | null; used?: number }): Promise<void> {
  await asPlatform(app, (tx) =>
    tx
      .insertInto('notice_channels')
      .values({
        tenant_id: clinic.id,
        channel: 'whatsapp',
        is_on: true,
        account,
        encrypted_token: account === null ? null : Buffer.from('sealed'),
        credit_month: '2026-11',
        credits_used: used,
        updated_at: new Date(testNow),
      })
      .execute(),
  );
}
const context = () => systemContext(app.dependencies, { job: 'outbox', tenantId: tenantIdOf(clinic.id) });
const find = async () => findCodeChannel(app.dependencies, context());
const send = async () => {
  const code = { channel: 'whatsapp', code: '123456', language: 'en', business: 'City Care' } as const;
  return sendCode(app.dependencies, context(), { ...code, to: '919845050001' });
};
async function rowOf() {
  return asPlatform(app, (tx) =>
    tx
      .selectFrom('notice_channels')
      .select(['stop_reason', 'failures', 'credits_used', 'credits_told'])
      .where('tenant_id', '=', clinic.id)
      .executeTakeFirstOrThrow(),
  );
}

describe('a code by the installation`s number', () => {
  it('that it cannot send stops it, and never the own number of the business, also by a late report [P-12.209]', async () => {
    await turnOn({ account: '106540352240002' });
    whatsApp.setMode('error-190');
    expect(await send()).toEqual({ outcome: 'refused', messageId: null });
    whatsApp.setMode('ok');
    const { messageId } = await send();
    await keepForm(messageId ?? '');
    await noteReport(app.dependencies, {
      kind: 'status',
      providerId: messageId ?? '',
      reference: composeCodeReference(tenantIdOf(clinic.id)),
      state: 'failed',
      failure: { kind: 'misconfigured', reason: 'the account is not paid' },
    });
    expect(await rowOf()).toMatchObject({ stop_reason: null, failures: 0, credits_used: 0 });
    await asPlatform(app, (tx) =>
      sql`update notice_channels set account = null, encrypted_token = null where tenant_id = ${clinic.id}`.execute(
        tx,
      ),
    );
    whatsApp.setMode('error-190');
    await send();
    expect(await rowOf()).toMatchObject({ stop_reason: 'WhatsApp no longer accepts the token', failures: 1 });
  });

  it('leaves by another way where the month has no messages left, also for who has an own number [P-12.209]', async () => {
    await turnOn({ account: '106540352240002', used: 24 });
    expect(await find()).toBe('whatsapp');
    expect((await send()).outcome).toBe('sent');
    expect(await find()).toBe('mail');
    expect((await rowOf()).credits_used).toBe(25);
  });
});

it('codes use half of the messages of a month, so that no visitor uses up those of the reminders [T-2.39]', async () => {
  await turnOn({ account: null, used: 12 });
  expect(await find()).toBe('whatsapp');
  expect((await send()).outcome).toBe('sent');
  expect(await find()).toBe('mail');
  expect((await send()).outcome).toBe('refused');
  expect(await rowOf()).toMatchObject({ credits_used: 13, credits_told: false });
});

/** Keeps the form of a code that was sent by a message. */
async function keepForm(messageId: string): Promise<void> {
  const hash = createHash('sha256').update('123456').digest();
  await asPlatform(app, async (tx) => {
    await sql`select begin_times(${clinic.id})`.execute(tx);
    await sql`insert into number_proofs (tenant_id, id, visitor, service_id, resource_id, is_chosen, appointment_date,
        appointment_time, person_name, contact, number, language, channel, code_hash, sends, sent_at, asked_at, message_id)
      select services.tenant_id, services.id, services.id, services.id, resources.id, true, '2026-11-23', '10:00', 'Asha',
        '98450 50001', '9845050001', 'en', 'whatsapp', ${hash}, 1, ${testNow}, ${testNow}, ${messageId}
      from services join resources on resources.tenant_id = services.tenant_id
      where services.tenant_id = ${clinic.id} limit 1`.execute(tx);
  });
}
