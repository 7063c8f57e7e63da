import { getLive, getReady } from '@samay/contract/health';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { Client } from '../../../test/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { anonymous: 1 } });
});
afterAll(() => app.close());

it.each([getLive, getReady])('may be asked as often as a load balancer likes', async (endpoint) => {
  const nobody = new Client(app.app);
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await nobody.send(endpoint)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});
