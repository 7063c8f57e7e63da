import { createAppointment, getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import {
  getOnlineBooking,
  type OnlineChoices,
  setOnlineBooking,
} from '@samay/contract/public/online-booking';
import { listRequests } from '@samay/contract/public/requests';
import { changeWhatsApp, getNoticeSettings } from '@samay/contract/reach/notices';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { injecting, Payer } from '../../../../test/fixtures/public/payer.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { buildApp } from '../../../app.ts';
import { readSettings } from '../../../core/settings.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { noteReport, registerTexts } from '../../reach/index.ts';
import { forgetOldProofs } from './forget.ts';

// Tests that a stranger proves a number by a code and books immediately, over two servers.

/** Monday; now is Saturday, 21 November 2026, 10:00 in India. */
const monday = '2026-11-23';
const choices: OnlineChoices = {
  isOn: true,
  slug: null,
  isPublished: true,
  showsPrices: true,
  horizon: 30,
  openPerNumber: 3,
  hiddenServices: [],
  hiddenResources: [],
  intro: null,
  mode: 'booking',
};

let app: TestApp;
let second: FastifyInstance;
let whatsApp: WhatsAppParty;
const box = recordedMailbox();
let clinic: BuiltTenant;
let owner: Client;
let slug: string;
let resource: string;
let people = 0;
/** A number that nobody had before: limits count each. */
let number: string;

beforeAll(async () => {
  whatsApp = await openWhatsApp({ timeoutMs: 10_000 });
  app = await testApp({ dependencies: { mail: box.mailer, whatsApp: whatsApp.provider } });
  second = await buildApp(app.dependencies);
  await registerTexts(app.dependencies);
});
afterAll(async () => {
  await second.close();
  await app.close();
  await whatsApp.close();
});
beforeEach(async () => {
  app.setNow(testNow);
  box.setMode('ok');
  whatsApp.setMode('ok');
  people += 1;
  number = `98765${String(20_000 + people)}`;
  clinic = await buildTenant(app, { times: 'apart', plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  slug = `city-${randomUUID().slice(0, 8)}`;
  const service = await buildService(app, clinic, { name: 'X-ray', duration_min: 60, price_paise: 50_000 });
  resource = await buildResource(app, clinic, { name: 'Dr. Rao', position: 9 });
  await asPlatform(app, async (tx) => {
    await sql`insert into weekly_hours (tenant_id, resource_id, weekday, opens, closes)
      select ${clinic.id}, ${resource}, day, '09:00', '14:00' from generate_series(1, 7) as day returning id`.execute(
      tx,
    );
    await sql`update services set archived_at = now() where tenant_id = ${clinic.id} and id <> ${service}`.execute(
      tx,
    );
    await sql`update resources set archived_at = now() where tenant_id = ${clinic.id} and id <> ${resource}`.execute(
      tx,
    );
  });
  await owner.call(changeWhatsApp, { body: { isOn: true } });
  await choose({ slug });
});

const choose = async (changes: Partial<OnlineChoices>) => {
  const { address: _, proposed: __, codes: ___, ...present } = (await owner.call(getOnlineBooking)).body;
  return owner.call(setOnlineBooking, {
    body: { ...(present.slug === null ? choices : present), ...changes },
  });
};

/** A browser that keeps cookies, and sends each request to another server. */
class Visitor extends Payer {
  constructor() {
    super(injecting(app.app, second), { slug, day: monday, resource }, number);
  }

  /** Sends the form, and returns what it is answered with. */
  async askFor(time = '10:00', given: Record<string, string> = {}) {
    const form = { day: monday, time, with: resource, request: randomUUID(), name: 'Meera Joshi', number };
    return this.post('/x-ray/ask', { ...form, note: '', ...given });
  }

  /** Sends the form, and types the code that came. */
  async book(time = '10:00', given: Record<string, string> = {}, more: Record<string, string> = {}) {
    const { place } = await this.askFor(time, given);
    return this.post(place, { code: latestCode(given['number']), ...more });
  }
}

const codesOf = (to = number) =>
  whatsApp.phone(to).messages.flatMap(({ text }) => /^(\d{6}) is your/.exec(text)?.[1] ?? []);
/** Returns the newest code; a phone lists the latest message first. */
const latestCode = (to?: string) => codesOf(to)[0] ?? '';
const other = (code: string) => (code === '000000' ? '000001' : '000000');
const later = (seconds: number) => app.setNow(new Date(Date.parse(testNow) + seconds * 1000).toISOString());
const listed = async () => (await owner.call(listAppointments, { query: { status: 'all' } })).body.items;

describe('a code', () => {
  it('makes the booking immediately, as the desk’s create does, and leads to its page [P-12.200, P-12.202]', async () => {
    const visitor = new Visitor();
    await visitor.post('/x-ray/hold', { day: monday, time: '10:00' });
    const request = randomUUID();
    const asked = await visitor.askFor('10:00', { request, note: 'A cough' });
    expect(asked).toMatchObject({ status: 303, place: `/c/${request}` });
    const page = await visitor.get(asked.place);
    expect(page.body).toContain('autocomplete="one-time-code"');
    expect(await listed()).toEqual([]);
    const [code = ''] = codesOf();
    const booked = await visitor.post(asked.place, { code });
    expect(booked.place).toMatch(/^\/m\/[\w-]{39}\?l=en$/);
    expect((await visitor.get(booked.place)).text).toContain('Meera Joshi');
    const [row, ...more] = await listed();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ date: monday, time: '10:00', isOnline: true, price: 50_000 });
    const params = { id: row?.id ?? '' };
    expect((await owner.call(getAppointment, { params })).body.guestNote).toBe('A cough');
    expect((await owner.call(getUsage)).body.used).toBe(1);
    // Sent again, the same form and the same code are the same booking.
    expect((await visitor.post(asked.place, { code })).place).toBe(booked.place);
    expect((await visitor.askFor('10:00', { request })).place).toBe(asked.place);
    expect(await listed()).toHaveLength(1);
  });

  it('has five tries and five minutes, is not in the database, and is of its visitor alone [P-12.201, T-2.67]', async () => {
    const visitor = new Visitor();
    const { place } = await visitor.askFor();
    const code = latestCode();
    const rows = await asPlatform(app, (tx) =>
      sql<object>`select * from number_proofs where tenant_id = ${clinic.id}`.execute(tx),
    );
    expect(rows.rows).toHaveLength(1);
    expect(JSON.stringify(rows.rows)).not.toContain(code);
    expect((await new Visitor().get(place)).status).toBe(404);
    expect((await new Visitor().post(place, { code })).status).toBe(404);
    for (const left of [4, 3, 2, 1]) {
      const wrong = await visitor.post(place, { code: other(code) });
      expect([wrong.status, wrong.text.includes(`Tries left: ${left}.`)]).toEqual([400, true]);
    }
    expect((await visitor.post(place, { code: other(code) })).text).toContain('This code no longer works.');
    expect((await visitor.post(place, { code })).text).toContain('This code no longer works.');
    later(31);
    expect((await visitor.post(`${place}/again`)).place).toBe(`${place}?note=again`);
    later(31 + 300);
    expect((await visitor.post(place, { code: latestCode() })).text).toContain('This code no longer works.');
    expect(await listed()).toEqual([]);
  });

  it('is sent again after a wait, and five times an hour to a number [P-12.203]', async () => {
    const visitor = new Visitor();
    const { place } = await visitor.askFor();
    expect((await visitor.post(`${place}/again`)).place).toBe(`${place}?note=early`);
    let seconds = 0;
    for (const wait of [30, 60, 120, 120]) {
      later((seconds += wait));
      expect((await visitor.post(`${place}/again`)).place).toBe(`${place}?note=again`);
    }
    expect((await visitor.get(`${place}?note=again`)).text).toContain('This is a new code');
    expect(new Set(codesOf()).size).toBeGreaterThan(1);
    later((seconds += 120));
    expect((await visitor.post(`${place}/again`)).place).toBe(`${place}?note=many`);
    expect(codesOf()).toHaveLength(5);
    const refused = await new Visitor().askFor('11:00');
    expect([refused.status, refused.text.includes('Several codes were sent already.')]).toEqual([400, true]);
    expect((await visitor.post(place, { code: latestCode() })).place).toMatch(/^\/m\//);
  });

  it('is asked for again once what it proved is over, and going back from it loses nothing [P-12.201]', async () => {
    await buildAppointment(app, clinic, {
      personName: 'Asha Patil',
      contact: number,
      date: monday,
      time: '12:00',
    });
    const visitor = new Visitor();
    const { place } = await visitor.askFor('10:00', { name: 'Meera Patil', note: 'A cough' });
    const back = /href="[^"]*(\/x-ray\/ask\?[^"]*)"/.exec((await visitor.get(place)).body)?.[1] ?? '';
    const earlier = await visitor.get(back.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
    for (const typed of ['Meera Patil', number, 'A cough'])
      expect(earlier.body).toContain(`value="${typed}"`);
    await visitor.post(place, { code: latestCode() });
    later(1801);
    expect((await visitor.post(`${place}/who`, { person: 'new' })).place).toBe(place);
    expect((await visitor.get(place)).text).toContain(
      'This code no longer works. Please have a new one sent.',
    );
    await visitor.post(`${place}/again`);
    expect((await visitor.get(place)).text).not.toContain('no longer works');
    await visitor.post(place, { code: latestCode() });
    expect((await visitor.post(`${place}/who`, { person: 'new' })).place).toMatch(/^\/m\//);
    later(7200);
    expect((await visitor.post(`${place}/again`)).place).toBe(place);
    expect((await visitor.get(place)).place).toMatch(/^\/m\//);
  });

  it('that does not leave, or that a business has used up, becomes a request [P-12.204]', async () => {
    whatsApp.setMode('error-131026');
    const request = randomUUID();
    expect((await new Visitor().askFor('10:00', { request })).place).toBe(`/r/${request}`);
    const limits = { ...app.dependencies.settings.limits, codesPerTenant: 1 };
    const fused = await buildApp({ ...app.dependencies, settings: { ...app.dependencies.settings, limits } });
    whatsApp.setMode('ok');
    const ask = async (time: string, to: string) => {
      const form = {
        day: monday,
        time,
        with: resource,
        request: randomUUID(),
        name: 'Ravi',
        number: to,
        note: '',
      };
      const answer = await fused.inject({
        method: 'POST',
        url: `/b/${slug}/x-ray/ask`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
      return String(answer.headers.location)
        .replace(/[\w-]+$/, '')
        .replace(`/b/${slug}`, '');
    };
    expect([await ask('11:00', number), await ask('12:00', '9876599999')]).toEqual(['/c/', '/r/']);
    await fused.close();
    expect((await owner.call(listRequests)).body.items).toHaveLength(2);
  });
});

it('a code by WhatsApp that is reported as failed says so on its page, which offers a request, and costs no message [P-12.119]', async () => {
  const used = async () => (await owner.call(getNoticeSettings)).body.whatsApp.used;
  const visitor = new Visitor();
  const { place } = await visitor.askFor();
  expect(await used()).toBe(1);
  const [message] = whatsApp.phone(number).messages;
  const reference = message?.callbackData ?? null;
  const failure = { kind: 'unreachable', reason: 'the number is not on WhatsApp' } as const;
  const report = async (providerId: string) =>
    noteReport(app.dependencies, { kind: 'status', providerId, reference, state: 'failed', failure });
  await report('wamid.other');
  expect((await visitor.get(place)).text).not.toContain('The code could not be sent.');
  const other = await new Visitor().askFor('11:00', { number: '9876511111' });
  expect([other.place.slice(0, 3), await used()]).toEqual(['/c/', 2]);
  for (const _ of ['once', 'twice']) await report(message?.id ?? '');
  expect((await visitor.get(place)).text).toContain(
    'The code could not be sent. Please send a request instead.',
  );
  expect(await used()).toBe(1);
  expect((await visitor.post(`${place}/request`)).place).toMatch(/^\/r\//);
});

describe('a household', () => {
  it('is shown after the code of its number, and nobody is shown before, by another number, or by email [P-12.205, P-12.78]', async () => {
    for (const [personName, time] of [
      ['Asha Patil', '12:00'],
      ['Rohan Patil', '13:00'],
    ] as const)
      await buildAppointment(app, clinic, { personName, contact: number, date: monday, time });
    const visitor = new Visitor();
    const asked = await visitor.askFor('10:00', { name: 'Meera Patil' });
    expect((await visitor.get(asked.place)).text).not.toMatch(/Asha|Rohan/);
    const proven = await visitor.post(asked.place, { code: latestCode() });
    expect(proven.place).toBe(asked.place);
    const who = await visitor.get(asked.place);
    expect(who.text).toMatch(/Who is it for\?.*Asha Patil.*Rohan Patil|Rohan Patil.*Asha Patil/);
    expect(who.text).toContain('New: Meera Patil');
    expect((await visitor.post(`${asked.place}/who`, { person: randomUUID() })).status).toBe(404);
    const asha = /value="([^"]+)">Asha Patil/.exec(who.body)?.[1] ?? '';
    expect((await visitor.post(`${asked.place}/who`, { person: asha })).place).toMatch(/^\/m\//);
    // A name that is known there needs no choice.
    expect((await new Visitor().book('11:00', { name: ' rohan  patil' })).place).toMatch(/^\/m\//);
    const names = (await listed()).filter(({ isOnline }) => isOnline).map(({ personName }) => personName);
    expect(names.toSorted()).toEqual(['Asha Patil', 'Rohan Patil']);
    await owner.call(changeWhatsApp, { body: { isOn: false } });
    const byMail = new Visitor();
    const form = await byMail.get(`/x-ray/ask?day=${monday}&time=09:00&with=${resource}`);
    expect(form.body).toContain('autocomplete="email"');
    expect((await byMail.askFor('09:00')).text).toContain('Please enter an email address');
    const email = `visitor-${randomUUID()}@people.example`;
    const mailed = await byMail.askFor('09:00', { email, name: 'Somebody Else' });
    const [mail] = box.emails(email);
    const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    const booked = await byMail.post(mailed.place, { code, remember: '1' });
    expect(booked.place).toMatch(/^\/m\//);
    expect(byMail.cookies.has('samay-known')).toBe(false);
    expect((await byMail.get(mailed.place)).text).not.toMatch(/Asha|Rohan/);
    // Typing the number of another silences the own booking, and not them.
    const [own] = booked.place.split('?');
    expect((await byMail.post(`${own}/notices`)).status).toBe(303);
    const kept = await asPlatform(app, async (tx) => ({
      optOuts: await tx.selectFrom('opt_outs').select('address').where('tenant_id', '=', clinic.id).execute(),
      muted: await tx
        .selectFrom('appointments')
        .select('person_name')
        .where('gets_reminders', '=', false)
        .execute(),
    }));
    expect(kept).toEqual({ optOuts: [{ address: email }], muted: [{ person_name: 'Somebody Else' }] });
  });
});

describe('a device', () => {
  it('that proved a number needs no code for thirty days, until it is forgotten [P-12.206]', async () => {
    const visitor = new Visitor();
    await visitor.book('10:00', {}, { remember: '1' });
    const form = await visitor.get(`/x-ray/ask?day=${monday}&time=11:00&with=${resource}`);
    expect(form.text).toContain('This device is known here: no code is needed.');
    expect((await visitor.askFor('11:00')).place).toMatch(/^\/m\//);
    expect(codesOf()).toHaveLength(1);
    const hashes = await asPlatform(app, (tx) =>
      tx.selectFrom('known_devices').select('device_hash').where('tenant_id', '=', clinic.id).execute(),
    );
    expect(hashes.map(({ device_hash: hash }) => hash)).not.toContain(visitor.cookies.get('samay-known'));
    // Another number of the same device needs its own code.
    expect((await visitor.askFor('12:00', { number: '9876588888' })).place).toMatch(/^\/c\//);
    const kept = new Map(visitor.cookies);
    await visitor.post('/forget');
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.askFor('12:00')).place).toMatch(/^\/c\//);
  });

  it('proves its number also where codes go by email: who has it is shown, and it counts [P-12.206, P-12.207]', async () => {
    const visitor = new Visitor();
    await visitor.book('10:00', {}, { remember: '1' });
    await owner.call(changeWhatsApp, { body: { isOn: false } });
    const email = `visitor-${randomUUID()}@people.example`;
    const asked = await visitor.askFor('11:00', { email, name: 'Rohan Joshi' });
    expect((await visitor.get(asked.place)).text).toMatch(/Who is it for\?.*Meera Joshi.*New: Rohan Joshi/);
    await choose({ openPerNumber: 1 });
    expect((await visitor.post(`${asked.place}/who`, { person: 'new' })).status).toBe(409);
    expect(box.emails(email)).toEqual([]);
  });

  it('and a form are deleted when their time is over [P-12.206]', async () => {
    await new Visitor().book('10:00', {}, { remember: '1' });
    const count = async () =>
      asPlatform(app, async (tx) => {
        const { rows } = await sql<{
          kept: number;
        }>`select (select count(*) from number_proofs where tenant_id = ${clinic.id})::int * 10
          + (select count(*) from known_devices where tenant_id = ${clinic.id})::int as kept`.execute(tx);
        return rows[0]?.kept;
      });
    later(86_399);
    await forgetOldProofs(app.dependencies);
    expect(await count()).toBe(11);
    later(86_401);
    await forgetOldProofs(app.dependencies);
    expect(await count()).toBe(1);
    later(30 * 86_400 + 1);
    await forgetOldProofs(app.dependencies);
    expect(await count()).toBe(0);
  });
});

describe('the rules of the business', () => {
  it('hold for a booking too: open ones of a number, the plan, and a time that went [P-12.207]', async () => {
    await choose({ openPerNumber: 1 });
    await new Visitor().book('10:00');
    const visitor = new Visitor();
    const refused = await visitor.book('11:00');
    expect([
      refused.status,
      refused.text.includes('This number has asked for several times already.'),
    ]).toEqual([409, true]);

    const taken = `/x-ray?day=${monday}&note=taken`;
    const late = new Visitor();
    const free = '9876577777';
    const waiting = await late.askFor('12:00', { number: free });
    // The hold ends, and the desk gives the time to another.
    later(601);
    const body = { ...newAppointment, date: monday, time: '12:00', resourceId: resource, doctor: undefined };
    expect((await owner.call(createAppointment, { body })).error).toBeUndefined();
    await late.post(`${waiting.place}/again`);
    expect((await late.post(waiting.place, { code: latestCode(free) })).place).toBe(taken);

    const full = new Visitor();
    const last = '9876566666';
    const { place } = await full.askFor('13:00', { number: last });
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', clinic.id).execute(),
    );
    expect((await full.post(place, { code: latestCode(last) })).place).toBe(taken);
    expect((await full.get('')).text).toContain('Appointments are given by telephone at the moment.');
  });

  it('hold for an email that is proven in place of the number, while a booking of it is to come [P-12.207, P-12.206]', async () => {
    await choose({ openPerNumber: 1 });
    await owner.call(changeWhatsApp, { body: { isOn: false } });
    const email = `visitor-${randomUUID()}@people.example`;
    const book = async (time: string, typed: string) => {
      people += 1;
      const visitor = new Visitor();
      const { place } = await visitor.askFor(time, {
        email: typed,
        number: `98764${String(20_000 + people)}`,
      });
      const code = /\d{6}/.exec(box.emails(typed).at(-1)?.subject ?? '')?.[0] ?? '';
      return visitor.post(place, { code });
    };
    expect((await book('10:00', email)).status).toBe(303);
    expect((await book('11:00', email.toUpperCase())).status).toBe(409);
    // The form is kept as long as the link to the booking opens, and counts until the visit.
    later(86_401);
    await forgetOldProofs(app.dependencies);
    expect((await book('11:00', email)).status).toBe(409);
    const keptAfter = async (days: number) => {
      later(days * 86_400);
      await forgetOldProofs(app.dependencies);
      const kept = sql<object>`select * from number_proofs where tenant_id = ${clinic.id}`;
      return (await asPlatform(app, (tx) => kept.execute(tx))).rows.length;
    };
    expect(await keptAfter(4)).toBe(1);
    const cancel = sql`update appointments set status = 'cancelled' where tenant_id = ${clinic.id}`;
    await asPlatform(app, (tx) => cancel.execute(tx));
    expect(await keptAfter(30)).toBe(1);
    expect(await keptAfter(60)).toBe(0);
  });

  it('books one of many who have the code of the last time [P-12.208]', async () => {
    const visitor = new Visitor();
    const { place } = await visitor.askFor('10:00');
    const code = latestCode();
    const answers = await Promise.all(Array.from({ length: 6 }, async () => visitor.post(place, { code })));
    expect(new Set(answers.map(({ status, place: to }) => `${status} ${to.slice(0, 3)}`))).toEqual(
      new Set(['303 /m/']),
    );
    expect(await listed()).toHaveLength(1);
  });
});

it('Settings says how codes leave; where there is no way, times are asked for [P-12.209]', async () => {
  expect((await owner.call(getOnlineBooking)).body).toMatchObject({ mode: 'booking', codes: 'whatsapp' });
  whatsApp.setMode('ok');
  await owner.call(changeWhatsApp, { body: { isOn: false } });
  expect((await owner.call(getOnlineBooking)).body.codes).toBe('mail');
  const { mail: _, ...rest } = app.dependencies;
  const without = await buildApp({ ...rest, settings: readSettings({ NODE_ENV: 'test' }), mail: undefined });
  const answer = await without.inject(`/b/${slug}/x-ray/ask?day=${monday}&time=10:00&with=${resource}`);
  expect(answer.body).toContain('Send the request');
  await without.close();
});
