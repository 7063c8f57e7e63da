import * as contract from '@samay/contract/bookings/appointments';
import { takePayment } from '@samay/contract/bookings/money';
import { cancelAppointment, markArrived } from '@samay/contract/bookings/transitions';
import { endOwnLinks, getOwnLink, getOwnRules, setOwnRules } from '@samay/contract/bookings/own-booking';
import { getTomorrow } from '@samay/contract/bookings/tomorrow';
import { getWhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService, businessClaims } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointments,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { multipart } from '../../../../test/fixtures/send-upload.ts';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import { asPlatform } from '../../../db/tenant.ts';

const [monday, tuesday] = ['2026-11-23', '2026-11-24'];
/** The time that the page shows. */
const seen = { fromDate: monday, fromTime: '11:00' };
const toTuesday = { ...seen, date: tuesday, time: '09:00' };

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let id: string;
let secret: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { times: 'apart' });
  desk = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await change({ address: 'FC Road\nPune', telephone: '020 2553 1234', upi_id: 'city@okaxis' });
  await book();
});

/** Books Monday at eleven, an hour with a doctor who is there from nine to twelve. */
async function book(): Promise<void> {
  const serviceId = await buildService(app, clinic, {
    name: 'X-ray <i>',
    duration_min: 60,
    price_paise: 50_000,
    position: 9,
  });
  const resourceId = await buildResource(app, clinic, { name: 'Dr. Rao', position: 9 });
  await asPlatform(app, (tx) =>
    sql`insert into weekly_hours (tenant_id, resource_id, weekday, opens, closes)
      select ${clinic.id}, ${resourceId}, day, '09:00', '12:00' from generate_series(1, 7) as day returning id`.execute(
      tx,
    ),
  );
  const person = { personName: 'Meera <b>"Joshi\'</b>', personContact: '+91 98200 11223' };
  const made = await desk.call(contract.createAppointment, {
    body: { ...person, date: monday, time: '11:00', doctor: 'Dr. Rao', resourceId, serviceId },
  });
  const { short_id: shortId } = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('short_id').where('id', '=', clinic.id).executeTakeFirstOrThrow(),
  );
  const linked = { shortId, reference: made.body.reference, version: 0 };
  ({ id } = made.body);
  secret = composeBookingSecret(app.dependencies.secrets, linked) ?? '';
}

async function change(values: object): Promise<void> {
  await asPlatform(app, (tx) =>
    tx.updateTable('business_profiles').set(values).where('tenant_id', '=', clinic.id).execute(),
  );
}

const get = async (path = '', headers = {}) => app.app.inject({ url: `/m/${secret}${path}`, headers });
const post = async (path: string, form: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: `/m/${secret}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
/** Posts a form, and returns the place that the answer leads to without the secret. */
const press = async (path: string, form: Record<string, string> = {}) => {
  const { statusCode, headers } = await post(path, form);
  return `${statusCode} ${String(headers.location).replace(`/m/${secret}`, '')}`;
};
/** Reads the booking as the desk has it, by a session of this moment. */
const read = async () =>
  (await (await signInAs(app, clinic)).call(contract.getAppointment, { params: { id } })).body;
const textOf = (page: { body: string }) =>
  page.body.replaceAll(/<style[^]*<\/style>|<svg[^]*<\/svg>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const actions = async () =>
  (
    await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'detail'])
        .where('object', '=', id)
        .orderBy('at')
        .execute(),
    )
  ).filter(({ actor_id: actor }) => actor === null);

describe('the page of one’s own booking', () => {
  it('says when and where, what is paid and due, and leads to map, telephone and UPI [P-12.70]', async () => {
    await desk.call(takePayment, {
      params: { id },
      body: { amount: 20_000, method: 'Cash', amountBefore: null },
    });
    const page = await get();
    expect(page.statusCode).toBe(200);
    const text = textOf(page);
    for (const said of [
      'Monday, 23 November 2026, 11:00 am India time',
      'Name Meera',
      'Service X-ray',
      'Doctor Dr. Rao',
      'Where FC Road Pune',
      'Paid ₹200',
      'Due ₹300',
      'UPI code for ₹300',
      'until 23 November 2026, 7:00 am',
    ])
      expect(text).toContain(said);
    for (const link of [
      'maps/search/?api=1&#38;query=Business',
      'href="tel:02025531234"',
      'href="upi://pay?pa=city@okaxis&#38;',
    ])
      expect(page.body).toContain(link);
    await change({ map_link: 'https://maps.example/clinic' });
    expect((await get()).body).toContain('href="https://maps.example/clinic"');
  });

  it('says the number in the waiting room once they have come, and asks for itself again while they wait [P-8.108]', async () => {
    await change({ gives_tokens: true });
    expect(textOf(await get())).not.toContain('Your number');
    expect((await get()).headers['refresh']).toBeUndefined();
    app.setNow('2026-11-23T05:20:00.000Z');
    const client = await signInAs(app, clinic);
    await client.call(markArrived, { params: { id } });
    expect(textOf(await get())).toContain('Your number: A1');
    expect(textOf(await get('?l=hi'))).toContain('आपका नंबर: A1');
    expect((await get()).headers['refresh']).toBe('60');
    expect((await get('/cancel')).headers['refresh']).toBeUndefined();
  });

  it('has no script, and writes names as text [P-12.70, T-2.52]', async () => {
    for (const path of ['', '/cancel', '/move', `/move?date=${tuesday}&time=09:00`, '/notices']) {
      const { body } = await get(path);
      expect(body, path).not.toMatch(/<script|<b>|<i>|javascript:| on\w+=/i);
    }
    expect((await get()).body).toContain('Meera &#60;b&#62;&#34;Joshi&#39;&#60;/b&#62;');
  });

  it('gives a calendar file in UTC whose event keeps its id and counts its changes [P-12.71]', async () => {
    const file = await get('/calendar.ics');
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(file.body.replaceAll('\r\n ', '')).toContain(`DTSTART:20261123T053000Z\r\nDTEND:20261123T063000Z`);
    expect(file.body.replaceAll('\r\n ', '')).toMatch(
      /SUMMARY:X-ray <i> · Business[^]*LOCATION:FC Road\\, Pune/,
    );
    const eventOf = ({ body }: { body: string }) => [
      /UID:(.*)/.exec(body)?.[1],
      Number(/SEQUENCE:(\d+)/.exec(body)?.[1]),
    ];
    const [uid, first] = eventOf(file);
    app.setNow('2026-11-21T05:30:00.000Z');
    expect(await press('/move', toTuesday)).toBe('303 ');
    const moved = await get('/calendar.ics');
    expect(moved.body).toContain('DTSTART:20261124T033000Z');
    expect(eventOf(moved)).toEqual([uid, Number(first) + 3600]);
    await press('/cancel', { fromDate: tuesday, fromTime: '09:00' });
    expect((await get('/calendar.ics')).body).toContain('STATUS:CANCELLED');
  });

  it('is in the language of the person, or else of the business, and leads to the others [P-12.77]', async () => {
    await change({ language: 'te' });
    expect(textOf(await get())).toContain('సోమవారం, 23 నవంబర్ 2026, ఉదయం 11:00 గంటలకు');
    await asPlatform(app, (tx) =>
      tx.updateTable('patients').set({ language: 'mr' }).where('tenant_id', '=', clinic.id).execute(),
    );
    expect((await get()).body).toContain('<html lang="mr">');
    const hindi = await get('/cancel?l=hi');
    expect(textOf(hindi)).toContain('यह अपॉइंटमेंट कैंसल करें?');
    expect(hindi.body).toContain(`action="/m/${secret}/cancel?l=hi"`);
    expect(hindi.body).toContain(`href="/m/${secret}/cancel?l=te"`);
    expect((await post('/cancel?l=hi', seen)).headers.location).toBe(`/m/${secret}?l=hi`);
  });

  it('opens by an address that ends in a query, as an SMS has it [P-12.70]', async () => {
    const { headers } = await app.app.inject(`/m?${secret}`);
    expect(headers.location).toBe(`/m/${secret}`);
  });
});

describe('the link', () => {
  it('is in the messages that invite, in the reminders, and in no other [P-12.79]', async () => {
    const link = `http://localhost:3000/m/${secret}`;
    const { kinds } = (await desk.call(getWhatsAppOffer, { params: { id } })).body;
    expect(kinds.filter(({ texts }) => texts.en.includes(link)).map(({ kind }) => kind)).toEqual([
      'booked',
      'moved',
      'reminder',
    ]);
    expect(kinds[0]?.texts.hi).toContain(`देखें, बदलें या कैंसल करें: ${link}`);
    const { rows } = (await desk.call(getTomorrow, { query: { date: monday } })).body;
    expect(rows[0]?.reminder?.text).toContain(`See, move or cancel: ${link}`);
  });
});

describe('the desk', () => {
  it('reads the link, and ends it: only the new one opens [P-12.80]', async () => {
    const { link } = (await desk.call(getOwnLink, { params: { id } })).body;
    expect(link).toBe(`http://localhost:3000/m/${secret}`);
    const next = (await desk.call(endOwnLinks, { params: { id } })).body.link;
    expect((await get()).statusCode).toBe(404);
    expect((await app.app.inject(new URL(next ?? '').pathname)).statusCode).toBe(200);
    const other = await signInAs(app, await buildTenant(app));
    expect((await other.call(endOwnLinks, { params: { id } })).status).toBe(404);
    expect((await other.call(getOwnLink, { params: { id } })).status).toBe(404);
  });

  it('has rules of the owner: a cut-off of four hours and a notice of one, until they are changed [P-12.81]', async () => {
    expect((await desk.call(getOwnRules)).body).toEqual({ cutoff: 240, notice: 60 });
    expect((await desk.call(setOwnRules, { body: { cutoff: 4320, notice: 0 } })).body).toEqual({
      cutoff: 4320,
      notice: 0,
    });
    expect(textOf(await get())).toContain('cannot be moved or cancelled here any more');
    const employee = await signInAs(app, clinic, 'EMPLOYEE');
    expect((await employee.send(setOwnRules, { body: { cutoff: 0, notice: 0 } })).status).toBe(403);
    expect((await desk.send(setOwnRules, { body: { cutoff: 7, notice: 20_000 } })).status).toBe(400);
  });
});

describe('a person', () => {
  it('says that they come, once, as a guest [P-12.72]', async () => {
    expect(await press('/coming')).toBe('303 ');
    const { comingAt } = await read();
    app.setNow('2026-11-21T05:30:00.000Z');
    expect(await press('/coming')).toBe('303 ');
    expect((await read()).comingAt).toBe(comingAt);
    expect(textOf(await get())).toContain('You said that you are coming.');
    expect(await actions()).toEqual([
      { action: 'appointment.coming', actor_id: null, detail: expect.objectContaining({ by: 'guest' }) },
    ]);
  });

  it('cancels after a question that says what becomes of the money, which stays; the desk sees who did [P-12.73]', async () => {
    await desk.call(takePayment, {
      params: { id },
      body: { amount: 20_000, method: 'Cash', amountBefore: null },
    });
    expect(textOf(await get('/cancel'))).toContain('The ₹200 that you paid is not given back here.');
    expect((await read()).status).toBe('scheduled');
    expect(await press('/cancel', seen)).toBe('303 ');
    expect(await read()).toMatchObject({
      status: 'cancelled',
      amount: 20_000,
      ownChange: 'cancelled',
      cancellation: { by: null, reason: null },
    });
    const listed = await (
      await signInAs(app, clinic)
    ).call(contract.listAppointments, {
      query: { status: 'cancelled' },
    });
    expect(listed.body.items.map(({ ownChange }) => ownChange)).toEqual(['cancelled']);
    expect(await businessClaims(app, clinic)).toEqual([]);
    expect(textOf(await get())).toContain('You cancelled this appointment.');
    expect(await press('/cancel', seen)).toBe('303 ');
    expect((await actions()).map(({ action }) => action)).toEqual(['appointment.cancelled']);
    await handleEvents(app.dependencies);
    const mailed = await asPlatform(app, (tx) =>
      sql<object>`select payload ->> 'to' = email as "isToBusiness", payload ->> 'subject' as subject from outbox
        join business_profiles on business_profiles.tenant_id = ${clinic.id}
        where outbox.tenant_id = ${clinic.id} and kind = 'mail'`.execute(tx),
    );
    expect(mailed.rows).toEqual([
      { isToBusiness: true, subject: `Cancelled by Meera <b>"Joshi'</b>: 23 Nov 2026 at 11:00 am` },
    ]);
  });

  it('moves to a free time of their doctor, by a day, a time and a question [P-12.74]', async () => {
    const times = await get(`/move?date=${monday}`);
    expect(textOf(times)).toContain('Free times on Monday, 23 November 9:00 am 10:00 am Day');
    expect(textOf(await get(`/move?date=${tuesday}&time=09:00`))).toContain(
      'Tuesday, 24 November 2026, 9:00 am',
    );
    expect((await read()).date).toBe(monday);
    expect(await press('/move', toTuesday)).toBe('303 ');
    expect(await read()).toMatchObject({
      date: tuesday,
      time: '09:00',
      ownChange: 'moved',
      resourceName: 'Dr. Rao',
    });
    expect(await businessClaims(app, clinic)).toEqual([`Dr. Rao ${tuesday} 09:00-10:00`]);
    expect(textOf(await get())).toContain('You moved this appointment to this time.');
    await desk.call(contract.rescheduleAppointment, {
      params: { id },
      body: { date: monday, time: '10:00' },
    });
    expect((await read()).ownChange).toBeUndefined();
  });

  it('is offered and gets no time of another month whose places are taken, and keeps its own place [P-12.240]', async () => {
    const december = '2026-12-01';
    const basic = { plan_id: 'basic' };
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set(basic).where('tenant_id', '=', clinic.id).execute(),
    );
    const fill = async (date: string) =>
      buildAppointments(
        app,
        clinic,
        Array.from({ length: 25 }, () => ({ date, claimsNothing: true })),
      );
    expect((await get('/move')).body).toContain(december);
    await fill(december);
    await fill(monday);
    const { body } = await get('/move');
    expect([body.includes(december), body.includes(tuesday)]).toEqual([false, true]);
    expect(await press('/move', { ...toTuesday, date: december })).toBe(
      `303 /move?date=${december}&note=taken`,
    );
    expect(await press('/move', toTuesday)).toBe('303 ');
  });

  it('gets no time that is taken, outside the hours, off the grid, within the notice or beyond thirty days [P-12.74]', async () => {
    const taken = `303 /move?date=${tuesday}&note=taken`;
    const { resourceId, serviceId } = await read();
    const other = { personName: 'Asha Rao', personContact: '+91 98200 11224', doctor: 'Dr. Rao' };
    await desk.call(contract.createAppointment, {
      body: { ...other, date: tuesday, time: '09:00', resourceId, serviceId },
    });
    expect(await press('/move', toTuesday)).toBe(taken);
    expect(textOf(await get(`/move?date=${tuesday}&note=taken`))).toContain(
      'That time is not free any more.',
    );
    expect(textOf(await get(`/move?date=${tuesday}&time=09:00`))).toContain(
      'That time is not free any more.',
    );
    for (const time of ['12:00', '10:07', '03:00'])
      expect(await press('/move', { ...toTuesday, time })).toBe(taken);
    app.setNow('2026-11-21T04:31:00.000Z');
    expect(await press('/move', { ...seen, date: '2026-11-21', time: '11:00' })).toContain('note=taken');
    expect(await press('/move', { ...seen, date: '2026-12-22', time: '09:00' })).toContain('note=taken');
    expect((await read()).date).toBe(monday);
    await change({ notice_min: 0 });
    expect(await press('/move', { ...seen, date: '2026-11-21', time: '11:00' })).toBe('303 ');
  });

  it('reads the telephone number in place of the buttons after the cut-off, and changes nothing [P-12.75]', async () => {
    app.setNow('2026-11-23T01:30:00.000Z');
    expect((await get()).body).toContain('/cancel"');
    app.setNow('2026-11-23T01:30:00.001Z');
    const page = await get();
    expect(textOf(page)).toContain('cannot be moved or cancelled here any more. Please call.');
    expect(page.body).not.toMatch(/\/(?:cancel|move)"/);
    for (const [path, form] of [
      ['/cancel', seen],
      ['/move', toTuesday],
    ] as const) {
      expect((await get(path)).headers.location).toBe(`/m/${secret}?note=changed`);
      expect(await press(path, form)).toBe('303 ?note=changed');
    }
    expect(await read()).toMatchObject({ status: 'scheduled', date: monday });
    await change({ cutoff_min: 30 });
    expect(await press('/cancel', seen)).toBe('303 ');
  });

  it('changes nothing once they have come, or while the business is suspended [P-12.75]', async () => {
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', clinic.id).execute(),
    );
    const presses = [
      ['/coming', {}],
      ['/cancel', seen],
      ['/move', toTuesday],
    ] as const;
    for (const [path, form] of presses) expect(await press(path, form)).toBe('303 ?note=changed');
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set({ status: 'active' }).where('id', '=', clinic.id).execute(),
    );
    await desk.call(markArrived, { params: { id } });
    for (const [path, form] of presses) expect(await press(path, form)).toBe('303 ?note=changed');
    expect(await actions()).toEqual([]);
  });

  it('changes nothing from a page that is old: after a move, or a cancel of the desk [P-12.76]', async () => {
    await press('/move', toTuesday);
    expect(await press('/move', toTuesday)).toBe('303 ');
    expect(await press('/cancel', seen)).toBe('303 ?note=changed');
    expect(await press('/move', { ...seen, date: tuesday, time: '10:00' })).toBe('303 ?note=changed');
    expect(await read()).toMatchObject({ status: 'scheduled', date: tuesday, time: '09:00' });
    await desk.call(cancelAppointment, { params: { id }, body: { money: 'leave' } });
    expect(await press('/coming')).toBe('303 ?note=changed');
    expect(textOf(await get('?note=changed'))).toContain('This appointment is cancelled.');
    expect((await actions()).map(({ action }) => action)).toEqual(['appointment.rescheduled']);
  });

  it('wants no more notices after a question [P-12.78]', async () => {
    expect(textOf(await get('/notices'))).toContain('No more notices from Business');
    expect(await press('/notices')).toBe('303 ?note=muted');
    expect(textOf(await get('?note=muted'))).toContain('You get no more notices from Business');
    const kept = await asPlatform(app, (tx) =>
      tx.selectFrom('opt_outs').select('address').where('tenant_id', '=', clinic.id).execute(),
    );
    expect(kept).toEqual([{ address: '9820011223' }]);
  });

  it('ends them too where the plan hides the booking, which changes nothing else [P-12.75]', async () => {
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', clinic.id).execute(),
    );
    const page = textOf(await get());
    expect(page).toContain('This appointment cannot be moved or cancelled here any more.');
    expect(page).not.toContain('I am coming');
    expect([await press('/cancel', seen), await press('/coming')]).toEqual(['303 ', '303 ']);
    expect(await press('/notices')).toBe('303 ?note=muted');
    expect((await actions()).map(({ action }) => action)).toEqual(['appointment.notices_ended']);
  });

  it('takes a mail program`s one-click post of either form, and keeps and writes it once [P-12.64]', async () => {
    const field = { 'List-Unsubscribe': 'One-Click' };
    const parts = multipart([{ name: 'List-Unsubscribe', content: 'One-Click' }]);
    const sendParts = async (sent: ReturnType<typeof multipart>) =>
      app.app.inject({ method: 'POST', url: `/m/${secret}/notices`, ...sent });
    for (const answer of [
      await post('/notices', field),
      await sendParts(parts),
      await post('/notices', field),
    ])
      expect([answer.statusCode, answer.body, answer.headers.location]).toEqual([200, '', undefined]);
    expect((await actions()).map(({ action }) => action)).toEqual(['appointment.notices_ended']);
    const wrong = [
      await post('/notices', { 'List-Unsubscribe': 'Yes' }),
      await sendParts(multipart([{ name: 'List-Unsubscribe', content: 'Yes' }])),
      await sendParts({ ...parts, payload: parts.payload.subarray(0, 40) }),
      await sendParts({ ...parts, headers: { 'content-type': 'multipart/form-data' } }),
      await app.app.inject({ method: 'POST', url: `/m/${'A'.repeat(39)}/notices`, ...parts }),
    ];
    expect(wrong.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(wrong.map(({ body }) => textOf({ body }))).size).toBe(1);
  });
});
