import { getAppointment } from '@samay/contract/bookings/appointments';
import {
  getOnlineBooking,
  type OnlineChoices,
  setOnlineBooking,
} from '@samay/contract/public/online-booking';
import { confirmRequest, countRequests, declineRequest, listRequests } from '@samay/contract/public/requests';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { randomUUID } from 'node:crypto';
import { addDays } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService, businessClaims } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { forgetOldRequests } from '../requests/forget.ts';

// Tests the page of a business as a stranger opens it, and what the desk does with what they ask for.

/** Monday; now is Saturday, 21 November 2026, 11:00 in India. */
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
  intro: 'Bring your old reports.',
};

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let slug: string;
let name: string;
let resource: string;
let service: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  name = `Business ${clinic.id.slice(0, 4)}`;
  slug = `city-${randomUUID().slice(0, 8)}`;
  service = await buildService(app, clinic, {
    name: 'X-ray',
    duration_min: 60,
    price_paise: 50_000,
    position: 9,
  });
  resource = await buildDoctor('Dr. Rao <i>');
  await asPlatform(app, (tx) =>
    sql`update services set archived_at = now() where tenant_id = ${clinic.id} and id <> ${service}`.execute(
      tx,
    ),
  );
  await asPlatform(app, (tx) =>
    sql`update resources set archived_at = now() where tenant_id = ${clinic.id} and id <> ${resource}`.execute(
      tx,
    ),
  );
  await choose({ slug });
});

/** Adds a doctor who is there from nine to twelve, each day. */
async function buildDoctor(name: string): Promise<string> {
  const id = await buildResource(app, clinic, { name, position: 9 });
  await asPlatform(app, (tx) =>
    sql`insert into weekly_hours (tenant_id, resource_id, weekday, opens, closes)
      select ${clinic.id}, ${id}, day, '09:00', '12:00' from generate_series(1, 7) as day returning id`.execute(
      tx,
    ),
  );
  return id;
}

const choose = async (changes: Partial<OnlineChoices>) => {
  const { address: _, proposed: __, codes: ___, ...present } = (await owner.call(getOnlineBooking)).body;
  const first = present.slug === null ? choices : present;
  return owner.call(setOnlineBooking, { body: { ...first, ...changes } });
};

/** A browser that keeps the visitor's cookie. */
class Visitor {
  cookie = '';

  async get(path = '', headers = {}) {
    return app.app.inject({ url: `/b/${slug}${path}`, headers: { cookie: this.cookie, ...headers } });
  }

  async post(path: string, form: Record<string, string>) {
    const answer = await app.app.inject({
      method: 'POST',
      url: `/b/${slug}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: this.cookie },
      payload: new URLSearchParams(form).toString(),
    });
    const set = answer.headers['set-cookie'];
    if (typeof set === 'string') this.cookie = set.split(';')[0] ?? '';
    return answer;
  }

  /** Chooses a time, and returns where it leads to. */
  async hold(time: string, day = monday) {
    return String((await this.post('/x-ray/hold', { day, time })).headers.location).replace(`/b/${slug}`, '');
  }

  async ask(time: string, given: Record<string, string> = {}) {
    const form = { day: monday, time, with: resource, request: randomUUID(), name: 'Meera Joshi' };
    return this.post('/x-ray/ask', { ...form, number: '98200 11223', note: '', ...given });
  }
}

const textOf = ({ body }: { body: string }) =>
  body
    .replaceAll(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const timesOf = ({ body }: { body: string }) =>
  [...body.matchAll(/name="time" value="([^"]+)"/g)].map(([, at]) => at);

describe('the page of a business', () => {
  it('shows who it is, its services, prices, doctors and free times, in one answer [P-12.120]', async () => {
    const text = textOf(await new Visitor().get());
    for (const said of [name, 'Bring your old reports.', 'X-ray', '60 min · ₹500', 'Dr. Rao &#60;i&#62;'])
      expect(text).toContain(said);
    const page = await new Visitor().get(`?day=${monday}`);
    expect(timesOf(page)).toEqual(['09:00', '10:00', '11:00']);
    expect(page.body).not.toMatch(/<script(?! type="application\/ld\+json")|<img|@import|url\(/);
    expect((await new Visitor().get('?l=te')).body).toContain('<html lang="te">');
  });

  it('is found by a former address, and by nobody while it is off or unknown [P-12.121]', async () => {
    const next = `${slug}-pune`;
    expect((await choose({ slug: next })).body.address).toBe(`http://localhost:3000/b/${next}`);
    const moved = await new Visitor().get('/x-ray?l=hi');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/b/${next}/x-ray?l=hi`]);
    await choose({ isOn: false });
    slug = next;
    expect((await new Visitor().get()).statusCode).toBe(404);
    slug = 'nobody-at-all';
    expect((await new Visitor().get()).statusCode).toBe(404);
  });

  it('takes no address that another business has or had [P-12.122]', async () => {
    await choose({ slug: `${slug}-new` });
    const other = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    for (const taken of [slug, `${slug}-new`]) {
      const { status, error } = await other.call(setOnlineBooking, { body: { ...choices, slug: taken } });
      expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([409, 'slug.taken', ['slug']]);
    }
    expect((await choose({ slug })).status).toBe(200);
    expect((await other.call(setOnlineBooking, { body: { ...choices, slug: null } })).error?.code).toBe(
      'slug.missing',
    );
    const desk = await signInAs(app, clinic, 'EMPLOYEE');
    expect((await desk.call(getOnlineBooking)).status).toBe(403);
  });

  it('is for search engines once it is published, and says what it is [P-12.123]', async () => {
    const { body, headers } = await new Visitor().get();
    expect(headers['x-robots-tag']).toBeUndefined();
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'MedicalClinic',
      name: name,
      url: `http://localhost:3000/b/${slug}`,
    });
    expect(body).toContain(`<meta property="og:title" content="${name}" />`);
    expect((await new Visitor().get('/x-ray')).body).toContain(
      `<meta name="description" content="X-ray · ${name}`,
    );
    await choose({ isPublished: false });
    expect((await new Visitor().get()).headers['x-robots-tag']).toBe('noindex');
  });

  it('offers what the owner chose: services, doctors, prices, notice and horizon [P-12.124]', async () => {
    const other = await buildDoctor('Dr. Iyer');
    await choose({ hiddenResources: [resource], showsPrices: false, horizon: 1 });
    const page = await new Visitor().get('/x-ray');
    expect(textOf(page)).not.toMatch(/Rao|₹/);
    expect(page.body).not.toContain(monday);
    expect(
      (await new Visitor().post('/x-ray/hold', { day: monday, time: '09:00', with: other })).headers.location,
    ).toContain('note=taken');
    expect((await new Visitor().get(`/x-ray?with=${resource}`)).statusCode).toBe(404);
    await choose({ hiddenServices: [service] });
    expect((await new Visitor().get('/x-ray')).statusCode).toBe(404);
  });

  it('gives the telephone instead of times where the plan is full or the business suspended [P-12.125]', async () => {
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', clinic.id).execute(),
    );
    const page = await new Visitor().get();
    expect(textOf(page)).toContain('Appointments are given by telephone at the moment.');
    expect(timesOf(page)).toEqual([]);
    expect((await new Visitor().hold('09:00')).includes('note=taken')).toBe(true);
  });
});

describe('a visitor', () => {
  it('holds one time for ten minutes: nobody else is offered it [P-12.126]', async () => {
    const [visitor, other] = [new Visitor(), new Visitor()];
    expect(await visitor.hold('10:00')).toBe(`/x-ray/ask?day=${monday}&time=10%3A00&with=${resource}`);
    expect(timesOf(await other.get(`/x-ray?day=${monday}`))).toEqual(['09:00', '11:00']);
    expect(await other.hold('10:00')).toBe(`/x-ray?day=${monday}&note=taken`);
    const form = `/x-ray/ask?day=${monday}&time=10:00&with=${resource}`;
    app.setNow(new Date(Date.parse(testNow) + 9 * 60_000).toISOString());
    expect(textOf(await visitor.get(form))).toContain('This time is kept for you until 10:10 am.');
    expect(textOf(await other.get(form))).not.toContain('kept for you');
    app.setNow(testNow);
    // Going back loses nothing, and another time gives the first one back.
    expect(timesOf(await visitor.get(`/x-ray?day=${monday}`))).toEqual(['09:00', '10:00', '11:00']);
    await visitor.hold('11:00');
    expect(timesOf(await other.get(`/x-ray?day=${monday}`))).toEqual(['09:00', '10:00']);
    app.setNow(new Date(Date.parse(testNow) + 10 * 60_000 + 1).toISOString());
    expect(timesOf(await other.get(`/x-ray?day=${monday}`))).toEqual(['09:00', '10:00', '11:00']);
    expect(await other.hold('11:00')).toContain('/ask?');
    expect(await businessClaims(app, clinic)).toHaveLength(1);
  });

  it('keeps a time that they hold while the notice of the business goes over it [P-12.126]', async () => {
    await asPlatform(app, (tx) =>
      sql`update business_profiles set notice_min = 60 where tenant_id = ${clinic.id}`.execute(tx),
    );
    app.setNow(`${monday}T07:58:00+05:30`);
    const visitor = new Visitor();
    expect(await visitor.hold('09:00')).toContain('/ask?');
    app.setNow(`${monday}T08:05:00+05:30`);
    expect(await new Visitor().hold('09:00')).toContain('note=taken');
    expect((await visitor.ask('09:00')).headers.location).toContain('/r/');
    // A hold shortens the notice for no other time.
    const later = new Visitor();
    await later.hold('11:00');
    app.setNow(`${monday}T09:05:00+05:30`);
    expect((await later.ask('10:00')).headers.location).toContain('note=taken');
  });

  it('asks with a name and a number, once for a form, and sees the answer [P-12.127]', async () => {
    const visitor = new Visitor();
    await visitor.hold('10:00');
    expect((await visitor.get(`/x-ray/ask?day=${monday}&time=10:00&with=${resource}`)).body).toContain(
      'autocomplete="tel"',
    );
    const request = randomUUID();
    const asked = await visitor.ask('10:00', { request, note: 'A cough' });
    expect([asked.statusCode, asked.headers.location]).toEqual([303, `/b/${slug}/r/${request}`]);
    expect((await visitor.ask('10:00', { request })).headers.location).toBe(`/b/${slug}/r/${request}`);
    const { items } = (await owner.call(listRequests)).body;
    expect(items).toMatchObject([
      {
        id: request,
        state: 'pending',
        personName: 'Meera Joshi',
        note: 'A cough',
        time: '10:00',
        price: 50_000,
      },
    ]);
    const page = await new Visitor().get(`/r/${request}`);
    expect(textOf(page)).toContain(
      `Sent. ${name} will answer. Monday, 23 November 2026, 10:00 am`.slice(0, 20),
    );
    expect(page.headers['refresh']).toBe('30');
    expect(timesOf(await new Visitor().get(`/x-ray?day=${monday}`))).toEqual(['09:00', '11:00']);
  });

  it('reads at each field what is wrong, and loses nothing of what they typed [P-12.128]', async () => {
    const wrong = await new Visitor().ask('10:00', {
      name: ' ',
      number: '12345',
      note: 'Please <b>call</b>',
    });
    expect(wrong.statusCode).toBe(400);
    expect(textOf(wrong)).toMatch(
      /Please enter your name\..*Please enter a telephone number with all its digits\./,
    );
    expect(wrong.body).toContain('value="12345"');
    expect(wrong.body).toContain('value="Please &#60;b&#62;call&#60;/b&#62;"');
    expect((await owner.call(listRequests)).body.items).toEqual([]);
  });

  it('has as many open as the owner allows a number, in any spelling [P-12.129]', async () => {
    await choose({ openPerNumber: 1 });
    expect((await new Visitor().ask('09:00')).statusCode).toBe(303);
    const second = await new Visitor().ask('10:00', { number: '+91-98200-11223' });
    expect([second.statusCode, textOf(second).includes('asked for several times already')]).toEqual([
      400,
      true,
    ]);
    expect((await new Visitor().ask('10:00', { number: '98200 11224' })).statusCode).toBe(303);
  });

  it('takes a request back, which frees the time, and cannot once it is settled [P-12.130]', async () => {
    const visitor = new Visitor();
    const request = randomUUID();
    await visitor.ask('10:00', { request });
    await visitor.post(`/r/${request}/withdraw`, {});
    expect(textOf(await visitor.get(`/r/${request}`))).toContain('You took this request back.');
    expect(timesOf(await visitor.get(`/x-ray?day=${monday}`))).toEqual(['09:00', '10:00', '11:00']);
    const { error } = await owner.call(confirmRequest, { params: { id: request } });
    expect(error?.code).toBe('request.settled');
  });

  it('waits two hours of open time, at most until the time itself; then the time is free [P-12.131]', async () => {
    const request = randomUUID();
    await new Visitor().ask('10:00', { request });
    const [row] = (await owner.call(listRequests)).body.items;
    const lapses = Date.parse(row?.lapsesAt ?? '');
    expect(lapses).toBeGreaterThanOrEqual(Date.parse(testNow) + 120 * 60_000);
    app.setNow(new Date(lapses).toISOString());
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect((await owner.call(countRequests)).body).toMatchObject({ pending: 0 });
    expect(textOf(await new Visitor().get(`/r/${request}`))).toContain('Nobody has answered in time.');
    expect(timesOf(await new Visitor().get(`/x-ray?day=${monday}`))).toContain('10:00');
    // It can be confirmed while the time is free.
    expect((await owner.call(confirmRequest, { params: { id: request } })).status).toBe(200);
  });
});

it('keeps a request for sixty days [P-12.139]', async () => {
  const request = randomUUID();
  await new Visitor().ask('10:00', { request });
  const at = async (days: number) => {
    app.setNow(new Date(Date.parse(testNow) + days * 86_400_000 + 1).toISOString());
    await forgetOldRequests(app.dependencies);
    return (await new Visitor().get(`/r/${request}`)).statusCode;
  };
  expect([await at(59), await at(60)]).toEqual([200, 404]);
});

it('keeps a request that became a booking until the link to that ends [P-12.139]', async () => {
  const request = randomUUID();
  await new Visitor().ask('10:00', { request });
  await owner.call(confirmRequest, { params: { id: request } });
  await asPlatform(app, (tx) =>
    sql`update booking_requests set asked_at = asked_at - interval '60 days' where id = ${request}`.execute(
      tx,
    ),
  );
  const at = async (day: string) => {
    app.setNow(`${day}T04:30:00.000Z`);
    await forgetOldRequests(app.dependencies);
    return (await new Visitor().get(`/r/${request}`)).statusCode;
  };
  expect([await at(addDays(monday, 30)), await at(addDays(monday, 31))]).toEqual([200, 404]);
});

describe('the desk', () => {
  it('confirms by one press: a booking at that time, which counts in the plan only then [P-12.132]', async () => {
    const request = randomUUID();
    await new Visitor().ask('10:00', { request, note: 'A cough' });
    const used = (await owner.call(getUsage)).body.used;
    expect(used).toBe(0);
    const desk = await signInAs(app, clinic, 'EMPLOYEE');
    const { body } = await desk.call(confirmRequest, { params: { id: request } });
    const id = body.request.appointmentId ?? '';
    expect((await owner.call(getAppointment, { params: { id } })).body).toMatchObject({
      personName: 'Meera Joshi',
      date: monday,
      time: '10:00',
      status: 'scheduled',
      price: 50_000,
      isOnline: true,
      guestNote: 'A cough',
    });
    expect((await owner.call(getUsage)).body.used).toBe(1);
    expect(body.told.number).toBe('919820011223');
    expect(body.told.text).toMatch(
      new RegExp(
        `^${name}: your appointment is confirmed for Monday, 23 November 2026.*: http://localhost:3000/m/[\\w-]{39}$`,
      ),
    );
    expect((await desk.call(confirmRequest, { params: { id: request } })).error?.code).toBe(
      'request.settled',
    );
    const page = await new Visitor().get(`/r/${request}`);
    expect(page.body).toContain(body.told.text.split(': ').at(-1));
    const source = await asPlatform(app, (tx) =>
      tx.selectFrom('appointments').select('source').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(source).toEqual({ source: 'online' });
  });

  it('declines with a reason and other times, and the time is free again [P-12.133]', async () => {
    const request = randomUUID();
    await new Visitor().ask('10:00', { request });
    const body = { reason: 'Dr. Rao is away.' };
    const declined = (await owner.call(declineRequest, { params: { id: request }, body })).body;
    expect(declined.request).toMatchObject({ state: 'declined', reason: 'Dr. Rao is away.' });
    expect(declined.told.text).toContain(
      `is not possible. Dr. Rao is away. Other free times: http://localhost:3000/b/${slug}/r/${request}`,
    );
    const text = textOf(await new Visitor().get(`/r/${request}`));
    expect(text).toMatch(/This time is not possible\..*Dr\. Rao is away\..*Other free times/);
    expect(timesOf(await new Visitor().get(`/x-ray?day=${monday}`))).toContain('10:00');
  });

  it('is refused a confirmation beyond the plan, and the request stays [P-12.134]', async () => {
    const request = randomUUID();
    await new Visitor().ask('10:00', { request });
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', clinic.id).execute(),
    );
    expect((await owner.call(confirmRequest, { params: { id: request } })).error?.code).toBe(
      'plan.limit_reached',
    );
    expect((await owner.call(countRequests)).body).toMatchObject({ pending: 1 });
  });

  it.each([
    {
      why: 'a closure',
      change:
        () => sql`insert into hour_exceptions (tenant_id, id, kind, resource_id, starts_at, ends_at, reason)
        values (${clinic.id}, ${randomUUID()}, 'closure', ${resource}, '2026-11-23T05:00Z', '2026-11-23T09:00Z', 'Leave')`,
      said: 'This time is closed: Leave.',
    },
    {
      why: 'other hours',
      change: () => sql`update weekly_hours set opens = '11:00' where tenant_id = ${clinic.id}`,
      said: '10:00 am is outside the opening hours.',
    },
  ])(
    'is told of $why that came after the request, and books only by a second press [P-12.239]',
    async ({ change, said }) => {
      const request = randomUUID();
      await new Visitor().ask('10:00', { request });
      await asPlatform(app, (tx) => change().execute(tx));
      const params = { id: request };
      const { status, error } = await owner.call(confirmRequest, { params });
      expect([status, error?.code, error?.fields]).toEqual([409, 'request.closed', { time: said }]);
      expect((await owner.call(countRequests)).body).toMatchObject({ pending: 1 });
      const { body } = await owner.call(confirmRequest, { params, body: { isKnownClosed: true } });
      expect(body.request).toMatchObject({ state: 'confirmed', appointmentId: expect.any(String) as string });
    },
  );

  it('knows the requests of its own business alone, and is told of each by mail [P-12.135, T-2.43]', async () => {
    const request = randomUUID();
    await new Visitor().ask('10:00', { request });
    const other = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    const params = { id: request };
    expect((await other.call(listRequests)).body.items).toEqual([]);
    expect((await other.call(confirmRequest, { params })).status).toBe(404);
    expect((await other.call(declineRequest, { params, body: { reason: null } })).status).toBe(404);
    const mails = await asPlatform(app, (tx) =>
      sql<{
        payload: { subject: string };
      }>`select payload from outbox where tenant_id = ${clinic.id} and kind = 'mail'`.execute(tx),
    );
    expect(mails.rows.map(({ payload }) => payload.subject)).toEqual([
      expect.stringMatching(/^A request for /),
    ]);
  });
});

it('of thirty concurrent visitors one gets the last time, and the others see what is left [P-12.136]', async () => {
  const visitors = Array.from({ length: 30 }, () => new Visitor());
  const led = await Promise.all(visitors.map(async (visitor) => visitor.hold('10:00')));
  expect(led.filter((place) => place.startsWith('/x-ray/ask'))).toHaveLength(1);
  expect(led.filter((place) => place.endsWith('note=taken'))).toHaveLength(29);
});
