import { createAppointment } from '@samay/contract/bookings/appointments';
import { getOwnLink } from '@samay/contract/bookings/own-booking';
import { startVisit } from '@samay/contract/bookings/transitions';
import { getQueue } from '@samay/contract/desk/queue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointments, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';

const day = '2026-11-23';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('is in the queue and on the person’s page, from the last visits of that doctor and service, where numbers are given [P-8.114]', async () => {
  // Ten in the morning in India.
  app.setNow(`${day}T04:30:00.000Z`);
  const clinic = await buildTenant(app, { times: 'apart' });
  const desk = await signInAs(app, clinic);
  const walkIn = async (personName: string) => {
    const body = { personName, personEmail: 'people@people.example', date: day, time: '00:00', walkIn: true };
    return (await desk.call(createAppointment, { body: { ...body, doctor: 'Default Doctor' } })).body;
  };
  const inside = await walkIn('Inside');
  await desk.call(startVisit, { params: { id: inside.id } });
  await walkIn('Next');
  const last = await walkIn('Last');
  const shown = async () =>
    (await desk.call(getQueue)).body.waiting.map(({ personName, estimate }) => [
      personName,
      estimate && [estimate.from.slice(11, 16), estimate.to.slice(11, 16)],
    ]);
  expect(await shown()).toEqual([
    ['Inside', undefined],
    ['Next', undefined],
    ['Last', undefined],
  ]);
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ gives_tokens: true })
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  // Nobody was seen yet: visits last as long as the service, 30 minutes.
  const [, next] = await shown();
  expect(next?.[1]?.[1]).toBe('05:25');

  // Six visits of ten minutes on the day before.
  const began = new Date('2026-11-22T05:00:00.000Z');
  const ids = await buildAppointments(
    app,
    clinic,
    Array.from({ length: 6 }, (_, hour) => ({
      date: '2026-11-22',
      time: `1${hour}:00`,
      status: 'completed' as const,
      resourceId: inside.resourceId,
      claimsNothing: true,
    })),
  );
  await asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set({
        arrived_at: began,
        started_at: began,
        status_set_at: new Date(began.getTime() + 600_000),
        service_id: inside.serviceId,
      })
      .where('tenant_id', '=', clinic.id)
      .where('id', 'in', ids)
      .execute(),
  );
  const soon = await shown();
  expect(soon[1]?.[1]?.[1]).toBe('04:50');
  const { link } = (await desk.call(getOwnLink, { params: { id: last.id } })).body;
  const page = await app.app.inject({ url: new URL(link ?? '').pathname });
  const text = page.body.replaceAll(/<style[^]*<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Before you: 1 Your turn, about: 10:\d\d am – 10:\d\d am/);
});
