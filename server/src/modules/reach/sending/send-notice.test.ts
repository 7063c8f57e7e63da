import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { changeReminders, changeWhatsApp, getNoticeSettings } from '@samay/contract/reach/notices';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { reportFailed } from '../../../../test/fixtures/notices/report-failed.ts';
import { bookUnpaid, outcomesOf, passTo } from '../../../../test/fixtures/notices/reminded.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import type { Mailer } from '../../../adapters/mail/port.ts';
import { systemContext } from '../../../context/business-context.ts';
import { noteFailure } from '../channels/health.ts';
import { noteOptOut } from '../index.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';

let app: TestApp;
let whatsApp: WhatsAppParty;
const box = recordedMailbox();
/** Happens while the mail server takes a mail. */
let meanwhile: (() => Promise<unknown>) | undefined;
const mail: Mailer = {
  send: async (email) => {
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
    await box.mailer.send(email);
  },
};
let clinic: BuiltTenant;
let owner: Client;
/** The address of the owner who is told. */
let first: string;
beforeAll(async () => {
  whatsApp = await openWhatsApp({ timeoutMs: 10_000 });
  app = await testApp({ dependencies: { mail, whatsApp: whatsApp.provider } });
});
afterAll(async () => {
  await app.close();
  await whatsApp.close();
});
beforeEach(() => {
  box.setMode('ok');
  whatsApp.setMode('ok');
  app.setNow(testNow);
});

/** Makes a clinic that mails and sends by WhatsApp. */
async function open(plan: 'basic' | 'premium' | 'enterprise' = 'enterprise') {
  clinic = await buildTenant(app, { plan });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  first = owner.identity?.email ?? '';
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: false } });
}

let people = 0;
/** Returns a new person: each has their own number and address. */
function newPerson() {
  people += 1;
  return { number: `98765${String(10_000 + people)}`, email: `number-${people}@people.example` };
}
const book = async (person: { number: string; email?: string }, about: object = {}) =>
  bookUnpaid(owner, { personContact: person.number, personEmail: person.email ?? null, ...about });
async function goTo(india: string): Promise<void> {
  await passTo(app, india);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
const messages = ({ number }: { number: string }) =>
  whatsApp.phone(number).messages.filter(({ from, state }) => from === 'business' && state !== 'failed');
const mails = ({ email }: { email: string }) =>
  box.emails(email).filter(({ subject, mode }) => subject.startsWith('Reminder') && mode === 'ok');
const noticesOf = async (id: string) => outcomesOf(owner, id);
async function whatsAppSettings() {
  return (await owner.call(getNoticeSettings)).body.whatsApp;
}
const told = () => box.emails(first).map(({ subject }) => subject);

describe('a reminder by WhatsApp', () => {
  it('leaves to an Indian mobile number instead of a mail, and lists what is of the day [P-12.68]', async () => {
    await open();
    const [asha, ravi, abroad] = [newPerson(), newPerson(), { ...newPerson(), number: '+44 20 7946 0000' }];
    const id = await book(asha, { time: '10:00' });
    await book(asha, { time: '12:00', personName: 'Meera' });
    await book({ number: ravi.number }, { time: '11:00' });
    await book(abroad, { time: '11:30' });
    for (const time of ['10:00', '11:00', '11:30', '12:00']) await goTo(`25 ${time}`);
    const [message, ...others] = messages(asha);
    expect(others).toEqual([]);
    expect(message?.text).toMatch(/10:00 am.*Meera.*12:00 pm/);
    expect(mails(asha)).toEqual([]);
    expect(messages(ravi)).toHaveLength(1);
    expect(mails(abroad)).toHaveLength(1);
    expect(await noticesOf(id)).toEqual([['whatsapp', 'sent', null]]);
    expect(await whatsAppSettings()).toMatchObject({ used: 2, included: 7500, trouble: null });
  });

  it.each([
    ['131026', 'the number is not on WhatsApp'],
    ['132001', 'WhatsApp has not approved the text in this language'],
  ])('that WhatsApp refuses by %s goes by mail, and both are told [P-12.69]', async (code, reason) => {
    await open();
    whatsApp.setMode(`error-${code}`);
    const person = newPerson();
    const id = await book(person);
    const silent = await book({ number: newPerson().number }, { time: '11:00' });
    await goTo('25 10:00');
    await goTo('25 11:00');
    expect([messages(person), mails(person)]).toEqual([[], [expect.anything()]]);
    expect(await noticesOf(id)).toEqual(
      expect.arrayContaining([
        ['mail', 'sent', null],
        ['whatsapp', 'failed', reason],
      ]),
    );
    expect(await noticesOf(silent)).toEqual([['whatsapp', 'failed', reason]]);
    expect(await whatsAppSettings()).toMatchObject({ used: 0 });
  });

  it('is tried again while WhatsApp is away, and goes by mail before its hour is over [P-12.69]', async () => {
    await open();
    whatsApp.setMode('error-130429');
    const [first, second] = [newPerson(), newPerson()];
    await book(first);
    await goTo('25 10:00');
    expect([messages(first), mails(first)]).toEqual([[], []]);
    whatsApp.setMode('ok');
    await goTo('25 10:10');
    expect([messages(first), mails(first)]).toEqual([[expect.anything()], []]);
    whatsApp.setMode('error-130429');
    await book(second, { date: '2026-11-27' });
    await goTo('26 10:00');
    await goTo('26 10:35');
    expect([messages(second), mails(second)]).toEqual([[], [expect.anything()]]);
  });

  it('that listed a later one, and fails after its own hour, leaves that one to its own time [P-12.88]', async () => {
    await open();
    const person = newPerson();
    const [id] = [await book(person), await book(person, { time: '18:00' })];
    await goTo('25 10:00');
    app.setNow('2026-11-25T11:30:00+05:30');
    await reportFailed(app, id);
    await deliverDue(app.dependencies);
    expect(mails(person)).toEqual([]);
    await goTo('25 18:00');
    expect(mails(person)).toMatchObject([{ text: expect.stringContaining('6:00 pm') }]);
  });

  it('stops while the account is wrong, tells the owners once in one sentence, and begins again [P-12.82]', async () => {
    await open();
    whatsApp.setMode('error-190');
    const [one, two, later] = [newPerson(), newPerson(), newPerson()];
    await book(one);
    await book(two, { time: '10:45' });
    await book(later, { time: '11:30' });
    await goTo('25 10:00');
    whatsApp.setMode('ok');
    await goTo('25 10:45');
    expect([mails(one), mails(two), messages(two)]).toEqual([[expect.anything()], [expect.anything()], []]);
    expect(told()).toEqual(['WhatsApp has stopped for your reminders']);
    expect((await whatsAppSettings()).trouble).toMatch(
      /^WhatsApp takes nothing, because WhatsApp no longer accepts the token/,
    );
    await goTo('25 11:30');
    expect(messages(later)).toHaveLength(1);
    expect((await whatsAppSettings()).trouble).toBeNull();
  });

  it('costs a credit of the plan; where none is left, mails leave and the owners read it once [P-12.83]', async () => {
    await open('basic');
    await asPlatform(app.dependencies, (tx) =>
      tx
        .updateTable('notice_channels')
        .set({ credit_month: '2026-11', credits_used: 24 })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
    const [last, beyond, after] = [newPerson(), newPerson(), newPerson()];
    await book(last);
    await goTo('25 10:00');
    await book(beyond, { date: '2026-11-27' });
    await book(after, { date: '2026-11-27', time: '11:00' });
    await goTo('26 10:00');
    await goTo('26 11:00');
    await goTo('26 11:01');
    expect([messages(last), messages(beyond), mails(beyond)]).toEqual([
      [expect.anything()],
      [],
      [expect.anything()],
    ]);
    expect(told()).toEqual(['The WhatsApp messages of this month are used up']);
    expect(await whatsAppSettings()).toMatchObject({ used: 25, trouble: expect.stringMatching(/used up/) });
  });

  it('stops and mails the owners in one transaction, which no kill divides [P-12.143]', async () => {
    const outcome = { kind: 'misconfigured', reason: 'the token is over' } as const;
    const context = systemContext(app.dependencies, { job: 'test', tenantId: clinic.id });
    await noteFailure(context, { channel: 'whatsapp', outcome });
    const { rows } = await asPlatform(app, (tx) =>
      sql<{ isOne: boolean }>`select bool_and(stopped.xmin = outbox.xmin) as "isOne"
        from notice_channels as stopped join outbox on outbox.tenant_id = ${clinic.id}
          and outbox.kind = 'mail' and outbox.delivered_at is null
        where stopped.tenant_id = ${clinic.id} and stopped.stopped_at is not null`.execute(tx),
    );
    expect(rows).toEqual([{ isOne: true }]);
    const trouble = async () => (await whatsAppSettings()).trouble;
    expect(await trouble()).toMatch(/because the token is over: reminders go by email/);
    await owner.call(changeBookingMails, { body: { isOn: false } });
    expect(await trouble()).toMatch(/because the token is over: reminders do not leave, and/);
  });

  it('tells the owners once of ten failures in a row [P-12.84]', async () => {
    await open();
    whatsApp.setMode('error-131026');
    for (let at = 0; at < 11; at += 1)
      await book(newPerson(), { time: `${10 + Math.floor(at / 4)}:${['00', '15', '30', '45'][at % 4]}` });
    await goTo('25 10:00');
    for (const time of ['11:00', '12:00', '12:45', '13:00']) await goTo(`25 ${time}`);
    expect(told()).toEqual(['Ten reminders in a row did not leave by WhatsApp']);
  });

  it('is none after the person wants no more, by number or address [P-12.56]', async () => {
    await open();
    const person = newPerson();
    const id = await book(person);
    await asPlatform(app.dependencies, (tx) =>
      noteOptOut(
        tx,
        { tenantId: clinic.id as TenantId, now: app.dependencies.clock() },
        { bookingId: id, wording: 'STOP' },
      ),
    );
    await goTo('25 10:00');
    expect([messages(person), mails(person)]).toEqual([[], []]);
    const failed = ['failed', 'the person wants no more notices'];
    const noticed = await noticesOf(id);
    // The mail that the booking is made, and the reminder.
    expect(noticed).toHaveLength(2);
    expect(noticed).toEqual(
      expect.arrayContaining([
        ['mail', ...failed],
        ['whatsapp', ...failed],
      ]),
    );
  });

  it('follows the choice for the bookings to come: off again, mails leave [P-12.85]', async () => {
    await open();
    const person = newPerson();
    await book(person);
    await deliverDue(app.dependencies);
    await owner.call(changeWhatsApp, { body: { isOn: false } });
    await goTo('25 10:00');
    expect([messages(person), mails(person)]).toEqual([[], [expect.anything()]]);
  });

  it('leaves once where the owner turns WhatsApp off while its mail is on its way [P-12.60]', async () => {
    await open();
    const person = newPerson();
    const id = await book(person);
    await deliverDue(app.dependencies);
    whatsApp.setMode('error-131026');
    meanwhile = async () => {
      await owner.call(changeWhatsApp, { body: { isOn: false } });
      await deliverDue(app.dependencies);
    };
    app.setNow('2026-11-25T10:00:00+05:30');
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    await goTo('25 10:00');
    await goTo('25 10:01');
    expect([mails(person).length, await noticesOf(id)]).toEqual([
      1,
      expect.arrayContaining([['mail', 'sent', null]]),
    ]);
  });
});

it('cannot be turned on where it is not set up [P-12.85]', async () => {
  const without = await testApp();
  const tenant = await buildTenant(without);
  const client = await signInAs(without, tenant, 'BUSINESS_OWNER');
  const refused = await client.call(changeWhatsApp, { body: { isOn: true } });
  expect(refused.error?.code).toBe('whatsapp.not_available');
  await client.call(changeReminders, { body: { isOn: true, leads: [1440] } });
  await without.close();
});
