import { changeProfile } from '@samay/contract/identity/profile';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it("changes the caller's own name, on the next request, and nobody else's [P-2.20]", async () => {
  const tenant = await buildTenant(test);
  const [me, colleague] = [
    await signInAs(test, tenant),
    await signInAs(test, tenant, 'DOCTOR', { name: 'Farhan Qureshi' }),
  ];
  const changed = await me.call(changeProfile, { body: { name: '  Asha Kulkarni-Joshi ' } });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Asha Kulkarni-Joshi' } });
  expect((await me.call(getSession)).body.user.name).toBe('Asha Kulkarni-Joshi');
  expect((await colleague.call(getSession)).body.user.name).toBe('Farhan Qureshi');
});

it('audits the change without the name', async () => {
  const tenant = await buildTenant(test);
  const me = await signInAs(test, tenant);
  const { headers } = await me.call(changeProfile, { body: { name: 'Zarathustra' } });
  expect(await readAudit(test, headers['x-request-id'])).toEqual([
    { tenant_id: tenant.id, action: 'profile.changed', object: me.identity?.userId },
  ]);
  const rows = await asPlatform(test, (tx) =>
    tx
      .selectFrom('audit_log')
      .select('detail')
      .where('request_id', '=', String(headers['x-request-id']))
      .execute(),
  );
  expect(JSON.stringify(rows)).not.toContain('Zarathustra');
});

it('rejects an empty name, one that is too long, and callers without a session', async () => {
  const me = await signInAs(test, await buildTenant(test));
  expect((await me.call(changeProfile, { body: { name: '   ' } })).error?.fields).toEqual({
    name: 'Please enter your name',
  });
  expect((await me.call(changeProfile, { body: { name: 'x'.repeat(121) } })).error?.fields).toHaveProperty(
    'name',
  );
  expect(await new Client(test.app).call(changeProfile, { body: { name: 'A' } })).toMatchObject({
    status: 401,
  });
});

it('is for people without a business as well', async () => {
  const admin = await signInAs(test, null, 'SUPER_ADMIN');
  expect(await admin.call(changeProfile, { body: { name: 'Platform Admin' } })).toMatchObject({
    status: 200,
  });
});
