import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { changeChannelOrder, changeWhatsApp, type NoticeChannel } from '@samay/contract/reach/notices';
import { changeSmsSettings, getSmsSettings, type SmsChange } from '@samay/contract/reach/sms-settings';
import { proposeSmsText } from '@samay/contract/reach/sms/reminder-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { bookUnpaid, outcomesOf, passTo } from '../../../../test/fixtures/notices/reminded.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openSms, type SmsParty } from '../../../../test/fixtures/third-parties/sms.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let sms: SmsParty;
let whatsApp: WhatsAppParty;
const box = recordedMailbox();
let clinic: BuiltTenant;
let owner: Client;
/** The address of the owner who is told. */
let first: string;
beforeAll(async () => {
  sms = await openSms();
  whatsApp = await openWhatsApp();
  app = await testApp({
    dependencies: { mail: box.mailer, sms: sms.provider, whatsApp: whatsApp.provider },
  });
});
afterAll(async () => {
  await app.close();
  await sms.close();
  await whatsApp.close();
});
beforeEach(async () => {
  box.setMode('ok');
  sms.setMode('no-webhook');
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  first = owner.identity?.email ?? '';
  await owner.call(changeBookingMails, { body: { isOn: true } });
});

const testNumber = '9800000001';
let people = 0;
function newNumber(): string {
  people += 1;
  return `91230${String(10_000 + people)}`;
}

/** Returns the settings that an owner enters, with a text that the operators know. */
function toBody(change: Partial<SmsChange> = {}): SmsChange {
  const text = proposeSmsText('en', 'doctor', 'City Care');
  const dltId = `11071600000000${String(10_000 + sms.templates.all.length)}`;
  const { id } = sms.templates.register(sms.account, { dltId, text });
  return {
    isOn: true,
    key: sms.account.authkey,
    entityId: sms.account.entityId,
    header: sms.account.header,
    texts: [{ language: 'en', templateId: id, dltId, text }],
    testNumber,
    ...change,
  };
}
const save = (change: Partial<SmsChange> = {}) => owner.call(changeSmsSettings, { body: toBody(change) });
const settings = async () => (await owner.call(getSmsSettings)).body;

const book = async (number: string, about: object = {}) =>
  bookUnpaid(owner, { personContact: number, personEmail: `${number}@people.example`, ...about });
async function goTo(india: string): Promise<void> {
  await passTo(app, india);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
const noticesOf = async (id: string) => outcomesOf(owner, id);
const mails = (number: string) =>
  box.emails(`${number}@people.example`).filter(({ subject }) => subject.startsWith('Reminder'));
const told = () => box.emails(first).map(({ subject }) => subject);

/** Posts a delivery report to the secret address of the business. */
async function report(
  requests: string | readonly string[],
  outcome: object,
  address?: string,
): Promise<number> {
  const url = new URL(address ?? (await settings()).reportAddress ?? '').pathname;
  const data = [requests]
    .flat()
    .map((requestId) => ({ requestId, report: [{ status: '1', desc: 'DELIVERED', ...outcome }] }));
  const reply = await app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ data: JSON.stringify(data) }).toString(),
  });
  return reply.statusCode;
}
const mismatch = { status: '16', desc: 'REJECTED', failedReason: '633 TEMPLATE_NOT_MATCHED' };

describe('the account of SMS', () => {
  it('is kept once a test has left, and its key is sealed and never shown [P-12.107, T-2.37]', async () => {
    const { body } = await save();
    expect(body).toMatchObject({ isOn: true, hasKey: true, header: 'SNDBOX', trouble: null });
    expect(JSON.stringify(body)).not.toContain(sms.account.authkey);
    expect(sms.messages(testNumber)[0]).toMatchObject({
      failure: undefined,
      text: expect.stringContaining('Dear Asha, your appointment at City Care is on'),
    });
    const kept = await asPlatform(app, (tx) =>
      tx
        .selectFrom('notice_channels')
        .selectAll()
        .where('tenant_id', '=', clinic.id)
        .executeTakeFirstOrThrow(),
    );
    expect(kept.encrypted_token?.toString('latin1')).not.toContain(sms.account.authkey);
    const sent = sms.messages(testNumber).length;
    const { texts } = body;
    expect((await save({ key: null, texts, testNumber: null })).status).toBe(200);
    expect(sms.messages(testNumber)).toHaveLength(sent);
  });

  it.each([
    ['key', { key: 'wrong-wrong-wrong' }, /MSG91 does not accept the authkey/],
    ['texts', { texts: [{ ...toText(), templateId: 'f'.repeat(24) }] }, /does not know the template/],
    ['testNumber', { testNumber: null }, /enter a number/],
  ])('is not kept where the %s is wrong, and says why [P-12.107]', async (field, change, sentence) => {
    const refused = await save(change);
    expect([refused.status, refused.error?.code]).toEqual([422, 'sms.refused']);
    expect(refused.error?.fields?.[field]).toMatch(sentence);
    expect(await settings()).toMatchObject({ hasKey: false, texts: [] });
  });

  it('refuses a text whose variables are not those of a reminder [P-12.102]', async () => {
    const refused = await save({ texts: [{ ...toText(), text: 'Come soon' }] });
    expect([refused.status, refused.error?.fields?.['texts.0.text']]).toMatchObject([
      400,
      expect.stringContaining('needs three variables'),
    ]);
  });

  it('is not kept while MSG91 is away', async () => {
    sms.setMode('down');
    expect((await save()).error?.fields?.['texts']).toMatch(/could not be reached/);
    expect((await settings()).hasKey).toBe(false);
  });
});

function toText() {
  return {
    language: 'en' as const,
    templateId: 'a'.repeat(24),
    dltId: '1107160000000099999',
    text: proposeSmsText('en', 'doctor', 'City Care'),
  };
}

describe('a reminder by SMS', () => {
  it('leaves by the registered text with a link that ends in a query, instead of an email [P-12.108]', async () => {
    await save();
    const number = newNumber();
    const id = await book(number, { personName: 'Asha (ext. 5), Ms' });
    await goTo('25 10:00');
    const [message] = sms.messages(number);
    expect(message).toMatchObject({ failure: undefined, header: 'SNDBOX' });
    expect(message?.text).toMatch(
      /^Dear Asha ext\. 5 Ms, your appointment at City Care is on 26 Nov 2026 10\.00 AM\. .*\/m\?[\w-]{39} City Care$/,
    );
    expect(mails(number)).toEqual([]);
    expect(await noticesOf(id)).toEqual([['sms', 'sent', null]]);
  });

  it('that MSG91 refuses goes by email, and SMS stops until the owner saves again [P-12.109]', async () => {
    await save();
    const [number, second] = [newNumber(), newNumber()];
    const id = await book(number);
    await book(second, { time: '11:00' });
    sms.setMode('error-balance');
    await goTo('25 10:00');
    expect(await noticesOf(id)).toContainEqual(['sms', 'failed', 'the account at MSG91 has no balance']);
    expect(mails(number)).toHaveLength(1);
    expect(told()).toContain('SMS has stopped for your reminders');
    expect((await settings()).trouble).toBe(
      'SMS has stopped, because the account at MSG91 has no balance: mend it at MSG91 or with the operators, then save here, which sends a test.',
    );
    sms.setMode('no-webhook');
    await goTo('25 11:00');
    expect([sms.messages(second), mails(second).length]).toEqual([[], 1]);
    const { texts } = await settings();
    expect((await save({ key: null, texts })).body.trouble).toBeNull();
  });
});

describe('the order of the channels', () => {
  const choose = (...order: NoticeChannel[]) => owner.call(changeChannelOrder, { body: { order } });

  it('is that of the owner, for what has not left too, and each channel has its turn [P-12.160]', async () => {
    await save();
    const [first, second] = [newNumber(), newNumber()];
    const one = await book(first);
    const withoutMail = await book(second, { time: '11:00', personEmail: null });
    const { body } = await choose('mail', 'sms', 'whatsapp');
    expect([body.order, body.on]).toEqual([
      ['mail', 'sms', 'whatsapp'],
      ['mail', 'sms'],
    ]);
    await goTo('25 10:00');
    expect(await noticesOf(one)).toEqual([['mail', 'sent', null]]);
    await goTo('25 11:00');
    expect(await noticesOf(withoutMail)).toEqual([['sms', 'sent', null]]);
    expect((await choose('mail', 'mail', 'sms')).status).toBe(400);
  });

  it('has the next channel where the mail server takes nothing until half an hour before the end [P-12.160]', async () => {
    await save();
    await choose('mail', 'sms', 'whatsapp');
    const number = newNumber();
    const id = await book(number);
    box.setMode('later');
    await goTo('25 10:05');
    expect(sms.messages(number)).toEqual([]);
    await goTo('25 10:40');
    expect(await noticesOf(id)).toContainEqual(['sms', 'sent', null]);
  });

  it('decides what follows an SMS that failed late, in its hour [P-12.161]', async () => {
    await save();
    await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: false } });
    await choose('sms', 'whatsapp', 'mail');
    const [number, late] = [newNumber(), newNumber()];
    const id = await book(number);
    const other = await book(late, { time: '09:30' });
    await goTo('25 10:00');
    await report(sms.messages(number)[0]?.requestId ?? '', { status: '2', desc: 'FAILED' });
    await goTo('25 10:29');
    expect(await noticesOf(id)).toContainEqual(['whatsapp', 'sent', null]);
    expect([whatsApp.phone(number).messages.length, mails(number)]).toEqual([1, []]);
    await goTo('25 10:31');
    await report(sms.messages(late)[0]?.requestId ?? '', { status: '2', desc: 'FAILED' });
    await goTo('25 10:32');
    expect(await noticesOf(other)).toEqual([['sms', 'failed', 'the number was not reached']]);
  });
});

describe('a delivery report', () => {
  /** Sends a reminder, and returns its booking, its number and MSG91's id of it. */
  async function sent() {
    await save();
    const number = newNumber();
    const id = await book(number);
    await goTo('25 10:00');
    return { id, number, requestId: sms.messages(number)[0]?.requestId ?? '' };
  }

  it('moves the notice forward, once, and ends the failures in a row [P-12.84, P-12.110]', async () => {
    const { id, requestId } = await sent();
    await asPlatform(app, (tx) =>
      tx.updateTable('notice_channels').set({ failures: 9 }).where('tenant_id', '=', clinic.id).execute(),
    );
    expect(await report(requestId, {})).toBe(204);
    expect(await noticesOf(id)).toEqual([['sms', 'delivered', null]]);
    const failures = await asPlatform(app, (tx) =>
      tx.selectFrom('notice_channels').select('failures').where('tenant_id', '=', clinic.id).execute(),
    );
    expect(failures).toEqual([{ failures: 0 }]);
    await report(requestId, mismatch);
    expect(await noticesOf(id)).toEqual([['sms', 'delivered', null]]);
  });

  it('of a text that differs from the registered one stops SMS, tells the owner and reminds by email [P-12.110]', async () => {
    const { id, number, requestId } = await sent();
    await report(requestId, mismatch);
    await report(requestId, mismatch);
    await deliverDue(app.dependencies);
    const reason = 'the text at MSG91 differs from the registered one';
    expect(await noticesOf(id)).toContainEqual(['sms', 'failed', reason]);
    expect(mails(number)).toHaveLength(1);
    expect(told().filter((subject) => subject === 'SMS has stopped for your reminders')).toHaveLength(1);
    expect((await settings()).trouble).toContain(reason);
  });

  it('that comes before the answer to its message is asked for again, and the others of its body count [P-12.110]', async () => {
    const { id, requestId } = await sent();
    await asPlatform(app, (tx) =>
      sql`insert into notices (tenant_id, appointment_id, kind, channel, language, lead_min, starts_at, address_hash,
          effect_id, state, created_at)
        select tenant_id, appointment_id, kind, channel, language, 60, starts_at, address_hash, gen_random_uuid(), 'queued',
          ${app.dependencies.clock()} from notices where appointment_id = ${id}`.execute(tx),
    );
    const unknown = '5f3a9c0d1e2b4a6f8c7d9e0f';
    expect(await report([unknown, requestId], {})).toBe(503);
    expect(await noticesOf(id)).toContainEqual(['sms', 'delivered', null]);
    expect(await report(requestId, {})).toBe(204);
    app.setNow('2026-11-25T10:03:00+05:30');
    expect(await report(unknown, {})).toBe(204);
  });

  it('has no effect with another secret, of an unknown request, or of another business [T-2.38]', async () => {
    const { id, requestId } = await sent();
    const ours = (await settings()).reportAddress ?? '';
    const end = ours.endsWith('A') ? 'B' : 'A';
    expect(await report(requestId, mismatch, `${ours.slice(0, -1)}${end}`)).toBe(404);
    expect(await report(requestId, mismatch, 'https://samay.example/api/sms-reports/x')).toBe(404);
    expect(await report('5f3a9c0d1e2b4a6f8c7d9e0f', mismatch)).toBe(204);
    const other = await signInAs(app, await buildTenant(app, { plan: 'enterprise' }), 'BUSINESS_OWNER');
    const theirs = (await other.call(getSmsSettings)).body.reportAddress ?? '';
    expect(theirs).not.toBe(ours);
    expect(await report(requestId, mismatch, theirs)).toBe(204);
    expect(await noticesOf(id)).toEqual([['sms', 'sent', null]]);
  });
});
