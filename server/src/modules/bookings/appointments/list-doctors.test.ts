import { listDoctors } from '@samay/contract/bookings/appointments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it("names the business's own doctors in order", async () => {
  const clinic = await buildTenant(app);
  for (const name of ['Dr. Rao', 'Dr. Iyer']) await signInAs(app, clinic, 'DOCTOR', { name });
  await signInAs(app, await buildTenant(app), 'DOCTOR', { name: 'Dr. Elsewhere' });
  const desk = await signInAs(app, clinic);
  expect((await desk.call(listDoctors)).body).toEqual({ names: ['Dr. Iyer', 'Dr. Rao'] });
});
