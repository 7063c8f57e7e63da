import { listAppointments } from '@samay/contract/bookings/appointments';
import { getOnlineBooking } from '@samay/contract/public/online-booking';
import { listRequests } from '@samay/contract/public/requests';
import { changeSmsSettings, getSmsSettings, type SmsChange } from '@samay/contract/reach/sms-settings';
import { proposeCodeText } from '@samay/contract/reach/sms/code-text';
import { proposeSmsText } from '@samay/contract/reach/sms/reminder-text';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment } from '../../../../test/fixtures/builders.ts';
import { buildPage, type BusinessWithPage } from '../../../../test/fixtures/public/business-with-page.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openSms, type SmsParty } from '../../../../test/fixtures/third-parties/sms.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests that a code leaves by the SMS of a business, and proves the number to which it goes.

/** Monday; now is Saturday. */
const monday = '2026-11-23';
let app: TestApp;
let sms: SmsParty;
let page: BusinessWithPage;
let people = 0;
/** A number that nobody had before: limits count each. */
let number: string;
beforeAll(async () => {
  sms = await openSms();
  app = await testApp({ dependencies: { mail: recordedMailbox().mailer, sms: sms.provider } });
});
afterAll(async () => {
  await app.close();
  await sms.close();
});
beforeEach(async () => {
  sms.setMode('no-webhook');
  people += 1;
  number = `91240${String(10_000 + people)}`;
  page = await buildPage(app, { mode: 'booking' });
});

/** Registers a text with the operators, and returns its ids. */
function register(text: string) {
  const dltId = `11071600000001${String(10_000 + sms.templates.all.length)}`;
  return { templateId: sms.templates.register(sms.account, { dltId, text }).id, dltId, text };
}

/** Saves the account of the business, with a text of codes by default. */
async function save(code: ReturnType<typeof register> | null = register(proposeCodeText('en', 'City Care'))) {
  const text = { language: 'en' as const, ...register(proposeSmsText('en', 'doctor', 'City Care')), code };
  const { authkey: key, entityId, header } = sms.account;
  const body = { isOn: true, key, entityId, header, texts: [text], testNumber: '9123000001' };
  return page.owner.call(changeSmsSettings, { body });
}

const codes = async () => (await page.owner.call(getOnlineBooking)).body.codes;

/** A browser that keeps its cookies. */
function visit() {
  const cookies = new Map<string, string>();
  const send = async (method: 'GET' | 'POST', path: string, form: Record<string, string> = {}) => {
    const answer = await app.app.inject({
      method,
      url: `/b/${page.slug}${path}`,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return { place: (answer.headers.location ?? '').replace(`/b/${page.slug}`, ''), body: answer.body };
  };
  const ask = async (to = number, time = '10:00') => {
    const form = { day: monday, time, with: page.resource, request: randomUUID(), note: '' };
    return send('POST', '/x-ray/ask', { ...form, name: 'Meera Joshi', number: to });
  };
  return { send, ask };
}

it('a code leaves by SMS by its registered text and proves the number, where WhatsApp is off [P-12.213]', async () => {
  await save();
  expect(await codes()).toBe('sms');
  await asPlatform(app, (tx) =>
    sql`update notice_channels set failures = 1 where tenant_id = ${page.clinic.id}`.execute(tx),
  );
  await buildAppointment(app, page.clinic, {
    personName: 'Asha Patil',
    contact: number,
    date: monday,
    time: '12:00',
  });
  const { send, ask } = visit();
  const { place } = await ask();
  const { body } = await send('GET', place);
  expect(body).toContain('was sent by SMS to');
  expect(body).not.toContain('Asha');
  const { rows } = await asPlatform(app, (tx) =>
    sql`select failures from notice_channels where tenant_id = ${page.clinic.id}`.execute(tx),
  );
  expect(rows).toEqual([{ failures: 0 }]);
  const [message] = sms.messages(number);
  expect(message).toMatchObject({ failure: undefined, header: 'SNDBOX' });
  const [, code = ''] =
    /^Your code for City Care is (\d{6})\. It works for 5 minutes\./.exec(message?.text ?? '') ?? [];
  expect((await send('POST', place, { code })).place).toBe(place);
  expect((await send('GET', place)).body).toContain('Asha Patil');
  expect((await send('POST', `${place}/who`, { person: 'new' })).place).toMatch(/^\/m\//);
  const { items } = (await page.owner.call(listAppointments, { query: { status: 'all' } })).body;
  expect(items.filter(({ isOnline }) => isOnline)).toHaveLength(1);
});

it('works also where the id of its message cannot be kept [P-12.213]', async () => {
  await save();
  const { by } = sms.provider;
  const spy = vi.spyOn(sms.provider, 'by').mockImplementation((key) => ({
    send: async (message) => {
      const outcome = await by(key).send(message);
      return outcome.kind === 'accepted' ? { ...outcome, providerId: 'x'.repeat(501) } : outcome;
    },
  }));
  onTestFinished(() => spy.mockRestore());
  const { send, ask } = visit();
  const { place } = await ask();
  expect((await send('GET', place)).body).toContain('was sent by SMS to');
  const [code = ''] = /\d{6}/.exec(sms.messages(number)[0]?.text ?? '') ?? [];
  expect((await send('POST', place, { code })).place).toMatch(/^\/m\//);
});

it('goes by email where no text of codes is registered, and MSG91 decides what is kept [P-12.212, P-12.213]', async () => {
  await save(null);
  expect(await codes()).toBe('mail');
  const known = { ...register(proposeCodeText('en', 'City Care')), templateId: 'f'.repeat(24) };
  const refused = await save(known);
  expect([refused.status, refused.error?.fields?.['texts']]).toEqual([
    422,
    expect.stringMatching(/does not know the template.*\(codes, en\)/),
  ]);
  expect((await page.owner.call(getSmsSettings)).body.texts[0]?.code).toBeNull();
});

it('keeps the text of codes in a change that does not name it, and removes it by null [P-12.213]', async () => {
  await save();
  const { isOn, entityId, header, texts } = (await page.owner.call(getSmsSettings)).body;
  const account = { isOn, key: null, entityId: entityId ?? '', header: header ?? '' };
  const kept = texts.map(({ code }) => code);
  const change = async (changed: Pick<SmsChange, 'texts'> & Partial<SmsChange>) => {
    const body = { ...account, testNumber: '9123000001', ...changed };
    const answer = await page.owner.call(changeSmsSettings, { body });
    return answer.body.texts.map(({ code }) => code);
  };
  expect(kept).toEqual([expect.objectContaining({ text: proposeCodeText('en', 'City Care') })]);
  // Nothing is new, so that no test is sent.
  expect(await change({ texts: texts.map(({ code: _, ...text }) => text), testNumber: null })).toEqual(kept);
  expect(await change({ texts: texts.map((text) => ({ ...text, code: null })) })).toEqual([null]);
});

it('counts a code of which no answer came, and none that was refused [P-12.204]', async () => {
  page = await buildPage(app, { mode: 'booking', openPerNumber: 20 }, { hours: ['06:00', '22:00'] });
  await save();
  const times = Array.from({ length: 12 }, (_, at) => `${String(at + 6).padStart(2, '0')}:00`);
  const askAll = async (to: string, at: readonly string[]) => {
    const places: string[] = [];
    for (const time of at) places.push((await visit().ask(to, time)).place.slice(0, 3));
    return places;
  };
  expect(await askAll('+1 415 555 2672', times.slice(0, 6))).toEqual(Array(6).fill('/r/'));
  sms.setMode('error-500');
  expect(await askAll(number, times.slice(6))).toEqual([...Array<string>(5).fill('/r/'), '']);
});

it('becomes a request where MSG91 refuses it, which stops SMS, or the number is of another country [P-12.213]', async () => {
  await save();
  expect((await visit().ask('+1 415 555 2671')).place).toMatch(/^\/r\//);
  const { items } = (await page.owner.call(listRequests)).body;
  expect(items).toHaveLength(1);
  sms.setMode('error-balance');
  expect((await visit().ask(number, '11:00')).place).toMatch(/^\/r\//);
  expect(await codes()).toBe('mail');
});

it('says on its page that it did not arrive, which offers a request, and to the owner why, once the operators report it [P-12.119]', async () => {
  await save();
  const { send, ask } = visit();
  const { place } = await ask();
  const report = async (outcome: object) => {
    const { reportAddress } = (await page.owner.call(getSmsSettings)).body;
    const data = [{ requestId: sms.messages(number)[0]?.requestId, report: [outcome] }];
    await app.app.inject({
      method: 'POST',
      url: new URL(reportAddress ?? '').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ data: JSON.stringify(data) }).toString(),
    });
  };
  await report({ status: '1', desc: 'DELIVERED' });
  expect((await send('GET', place)).body).toContain('was sent by SMS to');
  await report({ status: '16', desc: 'REJECTED', failedReason: '633 TEMPLATE_NOT_MATCHED' });
  const { body } = await send('GET', place);
  expect(body).toContain('The code could not be sent. Please send a request instead.');
  expect((await page.owner.call(getSmsSettings)).body.trouble).toMatch(
    /the text at MSG91 differs from the registered one \(codes\): compare both/,
  );
  expect(await codes()).toBe('mail');
  expect((await send('POST', `${place}/request`)).place).toMatch(/^\/r\//);
});
