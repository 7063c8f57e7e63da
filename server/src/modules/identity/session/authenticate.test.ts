import { randomBytes, randomUUID } from 'node:crypto';
import { getSession } from '@samay/contract/identity/session';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { buildApp } from '../../../app.ts';
import type { OpenDatabase } from '../../../db/open-database.ts';
import { Connection } from '../../../db/connection.ts';
import { AccessTokens } from '../../../http/access-token.ts';
import { hashOfDevice } from '../../../http/cookies.ts';

let test: TestApp;
let client: Client;

beforeAll(async () => {
  test = await testApp();
  client = await signInAs(test, await buildTenant(test));
});
afterAll(async () => test.close());

const asked = async (headers: Record<string, string>) => client.send(getSession, { headers });

describe('a caller is known', () => {
  it('by the access token together with its device cookie [T-3.2]', async () => {
    expect(await asked({})).toMatchObject({ status: 200, body: { user: { id: client.identity?.userId } } });
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Token abc', 'Bearer a b'])(
    'not by the header %j',
    async (authorization) => {
      expect(await asked({ authorization })).toMatchObject({
        status: 401,
        error: { code: 'session.required' },
      });
    },
  );

  it('not by a token in the address', async () => {
    const { status } = await client.send(getSession, {
      query: { access_token: client.identity?.accessToken },
      headers: { authorization: '' },
    });
    expect(status).toBe(401);
  });

  it.each([
    ['without a device cookie', () => ''],
    ['with an empty one', () => 'samay-device='],
    ['with another’s', () => `samay-device=${randomBytes(16).toString('base64url')}`],
    ['with its hash', () => `samay-device=${hashOfDevice(client.identity?.device ?? '')}`],
    ['with the right value under another name', () => `__Host-samay-device=${client.identity?.device}`],
  ])('not by a token %s', async (_what, cookie) => {
    let refused = 0;
    for (let time = 0; time < 10; time += 1) {
      const { status, error } = await asked({ cookie: cookie() });
      if (status === 401 && error?.code === 'session.required') refused += 1;
    }
    expect(refused).toBe(10);
  });

  it('not by our token of an unknown session or another person’s', async () => {
    const other = await signInAs(test, await buildTenant(test));
    const tokens = new AccessTokens(test.dependencies.secrets, test.dependencies.settings.publicUrl);
    const deviceHash = hashOfDevice(client.identity?.device ?? '');
    const mine = {
      userId: client.identity?.userId ?? '',
      sessionId: client.identity?.sessionId ?? '',
      assurance: 'aal1',
      deviceHash,
    } as const;
    for (const wrong of [
      { sessionId: randomUUID() },
      { sessionId: other.identity?.sessionId ?? '' },
      { userId: other.identity?.userId ?? '' },
    ]) {
      const { accessToken } = await tokens.sign({ ...mine, ...wrong }, test.dependencies.clock());
      expect(await asked({ authorization: `Bearer ${accessToken}` })).toMatchObject({
        status: 401,
        error: { code: 'session.ended' },
      });
    }
  });
});

it('nobody is authenticated while the database is unavailable: the answer is 503', async () => {
  const pool = new Pool({ connectionString: 'postgres://samay_login@127.0.0.1:1/samay' });
  const connect = () => new Connection(pool, {});
  const database: OpenDatabase = { ...test.database, pool, connect };
  const app = await buildApp({ ...test.dependencies, database });
  const caller = new Client(app, client.identity);
  expect(await caller.send(getSession)).toMatchObject({ status: 503, error: { code: 'server.unavailable' } });
  await app.close();
  await pool.end();
});
