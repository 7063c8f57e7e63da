import { createHmac } from 'node:crypto';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import {
  changeWhatsApp,
  getBookingNotices,
  getNoticeSettings,
  getPersonNotices,
  markRepliesRead,
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
  whatsAppSettings,
} from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { forgetOldReplies } from '../../reach/index.ts';

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
  await owner.call(changeWhatsApp, { body: { isOn: true } });
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
