import { getLive, getReady } from '@samay/contract/platform/health';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { Client } from '../../../../test/fixtures/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { anonymous: 1 } });
});
afterAll(() => app.close());

it.each([getLive, getReady])('may be asked as often as a load balancer likes [O-5.3]', async (endpoint) => {
  const nobody = new Client(app.app);
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await nobody.send(endpoint)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

it('says that it lives while everything else waits for the database [O-5.3]', async () => {
  const nobody = new Client(app.app);
  const most = app.database.pool.options.max;
  const held = await Promise.all(Array.from({ length: most }, () => app.database.pool.connect()));
  const waiting = Array.from({ length: 50 }, () => app.database.pool.query('select 1'));
  const alive = await Promise.race([nobody.send(getLive), Promise.all(waiting).then(() => undefined)]);
  expect(alive?.status).toBe(200);
  for (const client of held) client.release();
  await Promise.all(waiting);
});
