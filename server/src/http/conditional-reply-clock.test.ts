import { completeAppointment } from '@samay/contract/bookings/transitions';
import { listAppointments } from '@samay/contract/bookings/appointments';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { getQueue } from '@samay/contract/desk/queue';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../test/fixtures/builders.ts';
import type { Client } from '../../test/fixtures/client.ts';
import { look, type Screen } from '../../test/fixtures/screens.ts';

// Replies that the clock changes, though no row does.

let app: TestApp;
const list: Screen = { name: 'listAppointments', endpoint: listAppointments, sample: {} };
const dashboard: Screen = { name: 'getDashboard', endpoint: getDashboard, sample: {} };
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

const fetchTag = async (client: Client, screen: Screen) => (await look(client, screen)).etag ?? '';
const statusWith = async (client: Client, screen: Screen, etag: string) =>
  (await look(client, screen, etag)).status;

it('ends the day, and the plan’s cycle with it [S-2.9]', async () => {
  const full = await buildTenant(app, { cycleStart: '2026-10-22' });
  for (let minute = 0; minute < 27; minute += 1)
    await buildAppointment(app, full, { date: '2026-11-21', time: `09:${minute + 10}` });
  app.setNow('2026-11-21T18:29:59Z');
  const desk = await signInAs(app, full);
  const etag = await fetchTag(desk, list);
  expect(await look(desk, list)).toMatchObject({ body: { usage: { used: 27, hidden: 2 } } });
  expect(await statusWith(desk, list, etag)).toBe(304);
  app.setNow('2026-11-21T18:30:00Z');
  expect(await look(desk, list, etag)).toMatchObject({
    status: 200,
    body: { usage: { used: 0, hidden: 0 } },
  });
});

it('ends a 304 with the ten minutes in which a completion can be undone, and no sooner [S-2.9]', async () => {
  const tenant = await buildTenant(app);
  const [desk, colleague] = [await signInAs(app, tenant), await signInAs(app, tenant)];
  const queue: Screen = { name: 'getQueue', endpoint: getQueue, sample: {} };
  for (const minute of [0, 4]) {
    app.setNow(`2026-11-21T04:3${minute}:00Z`);
    const id = await buildAppointment(app, tenant);
    await desk.call(completeAppointment, { params: { id } });
  }
  for (const screen of [list, queue]) {
    app.setNow('2026-11-21T04:35:00Z');
    const [own, theirs] = [await fetchTag(desk, screen), await fetchTag(colleague, screen)];
    app.setNow('2026-11-21T04:39:59.999Z');
    expect([await statusWith(desk, screen, own), await statusWith(colleague, screen, theirs)]).toEqual([
      304, 304,
    ]);
    app.setNow('2026-11-21T04:40:00Z');
    // The first of two completions can no longer be undone; a colleague's permissions do not depend
    // on it.
    expect([await statusWith(desk, screen, own), await statusWith(colleague, screen, theirs)]).toEqual([
      200, 304,
    ]);
    const later = await fetchTag(desk, screen);
    app.setNow('2026-11-21T04:44:00Z');
    expect(await statusWith(desk, screen, later)).toBe(200);
    const last = await fetchTag(desk, screen);
    app.setNow('2026-11-21T04:44:59Z');
    expect(await statusWith(desk, screen, last)).toBe(304);
  }
});

it('gives no 304 to somebody who changes the expiry in the ETag [S-2.9]', async () => {
  const tenant = await buildTenant(app);
  const desk = await signInAs(app, tenant);
  const id = await buildAppointment(app, tenant);
  await desk.call(completeAppointment, { params: { id } });
  const etag = await fetchTag(desk, list);
  app.setNow('2026-11-21T04:41:00Z');
  const prolonged = etag.replace(/\.[\da-z]+"/, `.${Date.parse('2027-01-01').toString(36)}"`);
  expect(prolonged).not.toBe(etag);
  expect(await statusWith(desk, list, prolonged)).toBe(200);
  expect(await statusWith(desk, list, etag.replace(/\.[\da-z]+"/, '."'))).toBe(200);
});

it('makes the next booking of the dashboard an unmarked one with the minute after its own [S-2.9]', async () => {
  const tenant = await buildTenant(app);
  const desk = await signInAs(app, tenant);
  await buildAppointment(app, tenant, { time: '10:05' });
  await buildAppointment(app, tenant, { time: '10:09' });
  app.setNow('2026-11-21T04:30:20Z');
  for (const [until, from, upcoming] of [
    ['04:35:59.999Z', '04:36:00Z', 1],
    ['04:39:59.999Z', '04:40:00Z', 0],
  ] as const) {
    const etag = await fetchTag(desk, dashboard);
    app.setNow(`2026-11-21T${until}`);
    expect([until, await statusWith(desk, dashboard, etag)]).toEqual([until, 304]);
    app.setNow(`2026-11-21T${from}`);
    const { status, body } = await look(desk, dashboard, etag);
    expect([from, status, (body as { upcoming: unknown[] }).upcoming.length]).toEqual([from, 200, upcoming]);
  }
});

it('makes a booking whose time is over an unmarked one on the dashboard, and no sooner [S-2.9]', async () => {
  const tenant = await buildTenant(app);
  await buildAppointment(app, tenant, { time: '10:05' });
  await buildAppointment(app, tenant, { time: '18:00' });
  app.setNow('2026-11-21T05:00:00Z');
  const desk = await signInAs(app, tenant);
  const etag = await fetchTag(desk, dashboard);
  app.setNow('2026-11-21T05:04:59.999Z');
  expect(await statusWith(desk, dashboard, etag)).toBe(304);
  app.setNow('2026-11-21T05:05:00Z');
  expect(await look(desk, dashboard, etag)).toMatchObject({ status: 200, body: { unmarked: { count: 1 } } });
});

it('makes the bookings of a new day those of today on the dashboard', async () => {
  const tenant = await buildTenant(app);
  await buildAppointment(app, tenant, { date: '2026-11-22' });
  app.setNow('2026-11-21T18:20:00Z');
  const desk = await signInAs(app, tenant);
  const etag = await fetchTag(desk, dashboard);
  app.setNow('2026-11-21T18:29:59.999Z');
  expect(await statusWith(desk, dashboard, etag)).toBe(304);
  app.setNow('2026-11-21T18:30:00Z');
  expect(await look(desk, dashboard, etag)).toMatchObject({ status: 200, body: { bookings: { today: 1 } } });
});

it('ends a 304 of the queue when somebody is late, begins to play and has played, and no sooner [P-8.5]', async () => {
  const queue: Screen = { name: 'getQueue', endpoint: getQueue, sample: {} };
  for (const [businessType, moments] of [
    ['doctor', ['04:40:00.001']],
    // The booking starts at 10:00 in India, is late ten minutes after, and lasts an hour.
    ['turf', ['04:30:00.000', '04:40:00.001', '05:30:00.000']],
  ] as const) {
    const tenant = await buildTenant(app, { businessType, times: 'apart' });
    await buildAppointment(app, tenant, { time: '10:00' });
    for (const moment of moments) {
      const instant = Date.parse(`2026-11-21T${moment}Z`);
      app.setNow(new Date(instant - 60_000).toISOString());
      const desk = await signInAs(app, tenant);
      const { etag = '', body } = await look(desk, queue);
      app.setNow(new Date(instant - 1).toISOString());
      expect([moment, await statusWith(desk, queue, etag)]).toEqual([moment, 304]);
      app.setNow(new Date(instant).toISOString());
      const turned = await look(desk, queue, etag);
      expect([moment, turned.status]).toEqual([moment, 200]);
      expect(turned.body).not.toEqual(body);
    }
    app.setNow('2026-11-21T18:20:00Z');
    const desk = await signInAs(app, tenant);
    const last = await fetchTag(desk, queue);
    app.setNow('2026-11-21T18:29:00Z');
    expect(await statusWith(desk, queue, last)).toBe(304);
  }
});
