import { createHmac } from 'node:crypto';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import {
  changeWhatsApp,
  connectWhatsAppNumber,
  getBookingNotices,
  getNoticeSettings,
  getPersonNotices,
  listUnreadReplies,
  markRepliesRead,
  removeWhatsAppNumber,
} from '@samay/contract/reach/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { freePort } from '../../../../test/fixtures/free-port.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import {
  openWhatsApp,
  type WhatsAppParty,
  whatsAppNumbers,
  whatsAppSettings,
} from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { forgetOldReplies, registerTexts } from '../../reach/index.ts';

const url = '/api/whatsapp-webhook';
let app: TestApp;
let whatsApp: WhatsAppParty;
const box = recordedMailbox();
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  const port = Number(await freePort());
  whatsApp = await openWhatsApp({ webhookAddress: `http://127.0.0.1:${port}${url}`, timeoutMs: 10_000 });
  app = await testApp({
    dependencies: { mail: box.mailer, whatsApp: whatsApp.provider },
    limits: { anonymous: 20 },
  });
  await app.app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await whatsApp.close();
});
beforeEach(async () => {
  whatsApp.setMode('ok');
  app.setNow(testNow);
  clinic = await open();
});

async function open(): Promise<BuiltTenant> {
  const tenant = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: false } });
  return tenant;
}

let people = 0;
function newPerson() {
  people += 1;
  return { number: `98764${String(10_000 + people)}`, email: `reported-${people}@people.example` };
}
async function book(person: { number: string; email: string }, about: object = {}): Promise<string> {
  const body = {
    ...newAppointment,
    amount: null,
    paymentMethod: null,
    paymentId: null,
    date: '2026-11-26',
    time: '10:00',
    personContact: person.number,
    personEmail: person.email,
    ...about,
  };
  return (await owner.call(createAppointment, { body })).body.id;
}
/** Moves the clock, delivers what is due, and waits until WhatsApp has reported it. */
async function goTo(india: string): Promise<void> {
  app.setNow(new Date(`2026-11-${india.replace(' ', 'T')}:00+05:30`).toISOString());
  await deliverDue(app.dependencies);
  await reported();
  await deliverDue(app.dependencies);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
const reported = async () => expect.poll(() => whatsApp.network.webhooks.pending).toBe(0);
async function noticesOf(id: string) {
  const { notices } = (await owner.call(getBookingNotices, { params: { id } })).body;
  return notices.map(({ channel, state }) => `${channel} ${state}`).toSorted();
}
const isComing = async (id: string) =>
  (await owner.call(getAppointment, { params: { id } })).body.comingAt !== undefined;
const answer = async ({ number }: { number: string }, text: string) => {
  await whatsApp.network.answer(whatsApp.phone(number), { text });
  await reported();
};
/** Presses the answer of the latest message, or sends another payload with it. */
const press = async ({ number }: { number: string }, other?: string) => {
  const phone = whatsApp.phone(number);
  const tapped = phone.messages.find(({ from }) => from === 'business');
  const [button] = tapped?.buttons ?? [];
  if (!tapped || !button) throw new Error('there is no message to answer');
  await whatsApp.network.answer(phone, { tapped, payload: other ?? button.value, text: button.text });
  await reported();
};
const mails = ({ email }: { email: string }) =>
  box.emails(email).filter(({ subject }) => subject.startsWith('Reminder'));

describe('states of a message', () => {
  it.each(['ok', 'duplicate-webhook', 'unordered-webhook', 'batched-webhook'])(
    'go forward only, whichever way they are reported: %s [P-12.87]',
    async (mode) => {
      whatsApp.setMode(mode);
      const person = newPerson();
      const id = await book(person);
      await goTo('25 10:00');
      expect(await noticesOf(id)).toEqual(['whatsapp delivered']);
      await whatsApp.network.read(whatsApp.phone(person.number));
      await reported();
      expect(await noticesOf(id)).toEqual(['whatsapp read']);
    },
  );

  it('that failed after it was taken give the credit back, and the reminder goes by mail [P-12.88]', async () => {
    whatsApp.setMode('failed-131026');
    const person = newPerson();
    const id = await book(person);
    await goTo('25 10:00');
    expect(await noticesOf(id)).toEqual(['mail sent', 'whatsapp failed']);
    expect(mails(person)).toHaveLength(1);
    expect((await owner.call(getNoticeSettings)).body.whatsApp).toMatchObject({ used: 0 });
  });
});

it('whose answer was lost is known by its report: it costs its credit, and does not leave again [P-12.162]', async () => {
  whatsApp.setMode('late');
  const person = newPerson();
  const id = await book(person);
  await goTo('25 10:00');
  whatsApp.setMode('ok');
  await goTo('25 10:10');
  expect(await noticesOf(id)).toEqual(['whatsapp delivered']);
  expect(whatsApp.phone(person.number).messages).toHaveLength(1);
  expect((await owner.call(getNoticeSettings)).body.whatsApp).toMatchObject({ used: 1 });
});

describe('an answer', () => {
  it('that is pressed notes that the person comes, to each booking of the message [P-12.89]', async () => {
    const person = newPerson();
    const [one, two] = [await book(person), await book(person, { time: '12:00' })];
    const other = await book(person, { date: '2026-11-28' });
    await goTo('25 10:00');
    await press(person);
    await press(person);
    expect([await isComing(one), await isComing(two), await isComing(other)]).toEqual([true, true, false]);
  });

  it('pressed for a message to another number, or made up, changes nothing [T-2.36]', async () => {
    const [asha, ravi] = [newPerson(), newPerson()];
    const [one, two] = [await book(asha), await book(ravi, { time: '11:00' })];
    await goTo('25 10:00');
    await goTo('25 11:00');
    const payload = whatsApp.phone(asha.number).messages[0]?.buttons[0]?.value;
    await press(ravi, payload);
    for (const other of ['coming', 'coming x y', `${payload}0`, 'cancel']) await press(asha, other);
    expect([await isComing(one), await isComing(two)]).toEqual([false, false]);
  });

  it.each(['STOP', ' stop. ', 'बंद करो', 'नको', 'వద్దు'])(
    'of %s ends all notices of the business that wrote last, by number and address [P-12.90]',
    async (word) => {
      const person = newPerson();
      const id = await book(person);
      await book(person, { date: '2026-11-27' });
      await goTo('25 10:00');
      await answer(person, word);
      await answer(person, word);
      await goTo('26 10:00');
      expect(whatsApp.phone(person.number).messages.filter(({ from }) => from === 'business')).toHaveLength(
        1,
      );
      expect(mails(person)).toEqual([]);
      expect((await owner.call(getBookingNotices, { params: { id } })).body.optedOutAt).not.toBeNull();
      clinic = await open();
      await book(person, { date: '2026-11-28' });
      await goTo('27 10:00');
      expect(whatsApp.phone(person.number).messages.filter(({ from }) => from === 'business')).toHaveLength(
        2,
      );
    },
  );

  it('of other words, or of a stranger, ends nothing [P-12.90]', async () => {
    const person = newPerson();
    const id = await book(person);
    await goTo('25 10:00');
    await answer(person, 'Please do not stop, I come at ten');
    await answer(newPerson(), 'STOP');
    expect((await owner.call(getBookingNotices, { params: { id } })).body.optedOutAt).toBeNull();
  });
});

describe('an answer in words', () => {
  const repliesOf = async (id: string) =>
    (await owner.call(getBookingNotices, { params: { id } })).body.replies.map(
      ({ text, isUnread }) => `${text}: ${isUnread ? 'unread' : 'read'}`,
    );
  const reminded = async () => {
    const person = newPerson();
    const id = await book(person);
    await goTo('25 10:00');
    return { person, id };
  };

  it('stands unread with the booking and the person, once, until one press reads it [P-12.140]', async () => {
    const { person, id } = await reminded();
    const other = await book(newPerson(), { time: '15:00' });
    whatsApp.setMode('duplicate-webhook');
    await answer(person, ' I am ten\nminutes\0 late 🙏 ');
    await answer(person, 'x'.repeat(1200));
    whatsApp.setMode('ok');
    await answer(person, 'STOP');
    await answer(person, ' ');
    const [words, long] = ['I am ten\nminutes late 🙏', 'x'.repeat(1000)];
    const sorted = async () => (await repliesOf(id)).toSorted();
    expect(await sorted()).toEqual([`${words}: unread`, `${long}: unread`]);
    expect(await repliesOf(other)).toEqual([]);
    const { patientId } = (await owner.call(getAppointment, { params: { id } })).body;
    const { replies } = (await owner.call(getPersonNotices, { params: { id: patientId ?? '' } })).body;
    expect(replies.map(({ text, appointmentId }) => `${text} ${appointmentId}`).toSorted()).toEqual([
      `${words} ${id}`,
      `${long} ${id}`,
    ]);
    const marked = await owner.call(markRepliesRead, { params: { id } });
    expect(marked.body.replies.map(({ isUnread }) => isUnread)).toEqual([false, false]);
    await answer(person, 'On my way');
    await owner.call(markRepliesRead, { params: { id: other } });
    expect(await sorted()).toEqual([`${words}: read`, 'On my way: unread', `${long}: read`]);
    await owner.call(markRepliesRead, { params: { id } });
    await owner.call(markRepliesRead, { params: { id } });
    const acts = await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['object', 'detail'])
        .where('tenant_id', '=', clinic.id)
        .where('action', '=', 'appointment.replies_read')
        .execute(),
    );
    expect(acts).toEqual([
      { object: id, detail: {} },
      { object: id, detail: {} },
    ]);
  });

  it('waits for who is at the desk until it is read, for a week [P-12.144]', async () => {
    const unread = async () => {
      const { items, total } = (await owner.call(listUnreadReplies)).body;
      return { texts: items.map(({ text, personName }) => `${personName}: ${text}`), total };
    };
    const { total: before } = await unread();
    const { person, id } = await reminded();
    await answer(person, 'Is there parking?');
    expect(await unread()).toEqual({
      texts: expect.arrayContaining([expect.stringMatching(/: Is there parking[?]$/)]),
      total: before + 1,
    });
    app.setNow('2026-12-01T04:30:00Z');
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect((await unread()).total).toBe(before + 1);
    app.setNow('2026-12-03T04:30:00Z');
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect((await unread()).total).toBe(0);
    app.setNow('2026-12-01T04:30:00Z');
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    await owner.call(markRepliesRead, { params: { id } });
    expect((await unread()).total).toBe(before);
  });

  it('is deleted after 180 days [P-12.141]', async () => {
    const { person, id } = await reminded();
    await answer(person, 'Is there parking?');
    const later = (days: number) => new Date(Date.parse('2026-11-25T04:30:00Z') + days * 86_400_000);
    app.setNow(later(179).toISOString());
    await forgetOldReplies(app.dependencies);
    const kept = async () => {
      owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
      return (await repliesOf(id)).length;
    };
    expect(await kept()).toBe(1);
    app.setNow(later(181).toISOString());
    await forgetOldReplies(app.dependencies);
    expect(await kept()).toBe(0);
  });

  it('of a number that writes without end fills nothing, and that of a stranger is not kept [T-2.36]', async () => {
    const { person, id } = await reminded();
    await answer(newPerson(), 'Hello');
    for (let at = 0; at < 52; at += 1) await answer(person, `Hello ${at}`);
    expect(await repliesOf(id)).toHaveLength(50);
    expect(await repliesOf(id)).not.toContain('Hello: unread');
  });
});

describe('a number of the business', () => {
  const [ours, theirs] = whatsAppNumbers;
  const body = { phoneNumberId: theirs.phoneNumberId, accountId: theirs.accountId, token: theirs.token };
  const connect = (about: object = {}) => owner.call(connectWhatsAppNumber, { body: { ...body, ...about } });
  const settings = async () => (await owner.call(getNoticeSettings)).body.whatsApp;

  it('is looked up before it is saved; its token is sealed, kept for the next save and never shown [P-12.163, T-2.65]', async () => {
    const wrong = async (about: object) => (await connect(about)).error?.fields;
    expect(await wrong({ token: 'another-token' })).toEqual({
      token: 'Nothing was saved, because WhatsApp no longer accepts the token.',
    });
    expect(await wrong({ phoneNumberId: ours.phoneNumberId })).toEqual({
      phoneNumberId: 'Nothing was saved, because the account at WhatsApp has no number of this id.',
    });
    expect((await settings()).own).toBeNull();
    const saved = await connect();
    const own = { phoneNumberId: body.phoneNumberId, accountId: body.accountId };
    expect(saved.body.whatsApp.own).toEqual({ ...own, name: '+91 80 4718 0002 (Sandbox Own Number)' });
    expect(JSON.stringify(saved.body)).not.toContain(theirs.token);
    const row = await asPlatform(app, (tx) =>
      tx
        .selectFrom('notice_channels')
        .selectAll()
        .where('tenant_id', '=', clinic.id)
        .executeTakeFirstOrThrow(),
    );
    expect(row.encrypted_token?.toString('latin1')).not.toContain(theirs.token);
    expect((await connect({ token: null })).status).toBe(200);
    const removed = await owner.call(removeWhatsAppNumber);
    expect(removed.body.whatsApp).toMatchObject({ own: null, isOn: true });
    expect((await connect({ token: null })).error?.fields).toEqual({ token: 'Please enter the token' });
  });

  it('sends the reminders without credits; an answer goes to the business of the number that it answers [P-12.164, T-2.65]', async () => {
    const person = newPerson();
    const id = await book(person);
    await goTo('25 10:00');
    const first = { clinic, id };
    const own = await open();
    clinic = own;
    await connect();
    const second = await book(person, { date: '2026-11-27' });
    await goTo('26 10:00');
    expect(whatsApp.phone(person.number).messages[0]?.phoneNumberId).toBe(theirs.phoneNumberId);
    expect(await noticesOf(second)).toEqual(['whatsapp delivered']);
    expect(await settings()).toMatchObject({ used: 0 });
    // An SMS of a third business, later than both.
    const third = await open();
    const other = await book(newPerson(), { date: '2026-11-28' });
    await asPlatform(app, (tx) =>
      tx
        .insertInto('notices')
        .values({
          tenant_id: third.id,
          appointment_id: other,
          kind: 'reminder',
          channel: 'sms',
          language: 'en',
          lead_min: 1440,
          starts_at: new Date('2026-11-28T04:30:00Z'),
          address_hash: hashAddress(person.number),
          effect_id: third.id,
          state: 'sent',
          created_at: app.dependencies.clock(),
          settled_at: app.dependencies.clock(),
        })
        .execute(),
    );
    const write = async (to: string, text: string) => {
      const from = `91${person.number}`;
      const value = {
        metadata: { phone_number_id: to },
        messages: [{ id: text, from, type: 'text', text: { body: text } }],
      };
      await whatsApp.network.webhooks.send({ accountId: theirs.accountId, field: 'messages', value }, {});
    };
    await write(ours.phoneNumberId, 'To the first');
    await write(theirs.phoneNumberId, 'To the second');
    await write('106540352249999', 'To nobody');
    const kept = await asPlatform(app, (tx) =>
      tx
        .selectFrom('replies')
        .select(['tenant_id', 'text'])
        .where('appointment_id', 'in', [first.id, second, other])
        .orderBy('text')
        .execute(),
    );
    expect(kept).toEqual([
      { tenant_id: first.clinic.id, text: 'To the first' },
      { tenant_id: own.id, text: 'To the second' },
    ]);
  });

  it('has its texts registered, whose states it hears of, and says in one sentence what to do [P-12.165]', async () => {
    await connect();
    const name = 'samay_reminder_doctor_one_v1';
    const template = whatsApp.network.registries
      .get(theirs.accountId)
      ?.all.find((each) => each.name === name && each.language === 'en');
    if (!template) throw new Error('the text is not registered');
    const stateOf = async () =>
      (await settings()).texts.find((text) => text.name === name && text.language === 'en')?.state;
    await whatsApp.network.setTemplateState(theirs.accountId, template, 'REJECTED');
    expect(await stateOf()).toBe('refused');
    expect((await settings()).trouble).toBe(
      'WhatsApp has not approved the text in English yet: those reminders go by email.',
    );
    await whatsApp.network.setTemplateState(theirs.accountId, template, 'APPROVED');
    expect([await stateOf(), (await settings()).trouble]).toEqual(['approved', null]);
    await registerTexts(app.dependencies);
    expect(await stateOf()).toBe('approved');
    whatsApp.setMode('error-190');
    const person = newPerson();
    await book(person);
    await goTo('25 10:00');
    expect(mails(person)).toHaveLength(1);
    expect((await settings()).trouble).toBe(
      'WhatsApp has stopped, because WhatsApp no longer accepts the token: reminders go by email; mend it at Meta, then save your number here, which tries it again.',
    );
    whatsApp.setMode('ok');
    expect((await connect()).body.whatsApp.trouble).toBeNull();
  });
});

describe('the address', () => {
  const sign = (body: string) =>
    `sha256=${createHmac('sha256', whatsAppSettings.appSecrets[0]).update(body).digest('hex')}`;
  const post = (body: string, signature = sign(body)) =>
    app.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    });

  it('answers whose it is, only to the word of both [T-2.34]', async () => {
    expect(await whatsApp.network.webhooks.verify()).toBe(true);
    const asked = '?hub.mode=subscribe&hub.challenge=5&hub.verify_token=wrong';
    expect((await app.app.inject(`${url}${asked}`)).statusCode).toBe(403);
    expect((await app.app.inject(url)).statusCode).toBe(403);
  });

  it('takes what is signed, also nonsense, and refuses what is forged or too large without effect [T-2.36]', async () => {
    const person = newPerson();
    const id = await book(person);
    whatsApp.setMode('forged-webhook');
    app.setNow('2026-11-25T04:30:00.000Z');
    await deliverDue(app.dependencies);
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    // Waits until WhatsApp was refused and will try again, by which time a report would have had its effect.
    await expect.poll(() => whatsApp.network.webhooks.pending).toBeGreaterThan(0);
    expect(await noticesOf(id)).toEqual(['whatsapp sent']);
    for (const body of ['', '{}', '[1', '{"object":"whatsapp_business_account","entry":[]}'])
      expect([body, (await post(body)).statusCode]).toEqual([body, 200]);
    expect((await post('{}', 'sha256=0')).statusCode).toBe(403);
    expect((await post('x'.repeat(1024 * 1024 + 1))).statusCode).toBe(413);
    expect(await noticesOf(id)).toEqual(['whatsapp sent']);
  });

  it('counts what is forged by its address [T-2.36]', async () => {
    const statuses = [];
    for (let at = 0; at < 40; at += 1) statuses.push((await post('{}', 'sha256=0')).statusCode);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect((await post('{}')).statusCode).toBe(200);
  });
});
