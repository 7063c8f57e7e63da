import { setPassword } from '@samay/contract/identity/passwords';
import { raiseAssurance } from '@samay/contract/identity/second-factor';
import { getSession } from '@samay/contract/identity/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildFactor } from '../../../../test/fixtures/factor.ts';
import { followUnlocks } from '../../../http/limits/shared-limiter.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { checkAudit, checkTallies } from '../integrity/checks.ts';
import { AdminRefused } from './admin-work.ts';
import { adminCommands, runAdminCommand } from './run-command.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(() => app.close());

const run = (name: string, given: Record<string, string> = {}) =>
  runAdminCommand(app.dependencies, name, given);
const emailOf = ({ identity }: Client) => identity?.email ?? '';
const getId = ({ identity }: Client) => identity?.userId ?? '';

/** Lists the audited commands, newest first. */
async function audited(
  object: string,
): Promise<{ action: string; actor_id: string | null; tenant_id: string; detail: unknown }[]> {
  return asPlatform(app, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'tenant_id', 'detail'])
      .where('object', '=', object)
      .where('request_id', '=', 'admin command')
      .orderBy('action')
      .execute(),
  );
}

it('makes the first super admin of an address that nobody has, with a link to set a password [O-3.12]', async () => {
  const lines = await run('make-super-admin', { email: 'First@Platform.example' });
  const link = new URL(lines.find((line) => line.startsWith('http')) ?? '');
  const fragment = new URLSearchParams(link.hash.slice(1));
  const browser = new Browser(app.app);
  const password = 'a long enough password 9';
  const set = await browser.send(setPassword, {
    body: {
      link: { accessToken: fragment.get('access_token'), refreshToken: fragment.get('refresh_token') },
      password,
    },
    token: false,
  });
  expect(set.status).toBe(204);
  expect((await browser.signIn('first@platform.example', password)).status).toBe(201);
  expect((await browser.send(getSession)).body).toMatchObject({ user: { role: 'SUPER_ADMIN' } });
  expect(await run('super-admins')).toContain(
    'First@Platform.example: without a second factor, 1 open sessions',
  );
  // Again: nothing changes, and a password is not reset.
  expect((await run('make-super-admin', { email: 'first@platform.example' })).join('\n')).not.toContain(
    'http',
  );
});

it('makes nobody of a business a super admin, and audits each use [O-3.12]', async () => {
  const member = await signInAs(app, await buildTenant(app), 'EMPLOYEE');
  await expect(run('make-super-admin', { email: emailOf(member) })).rejects.toThrow('belongs to a business');
  const plain = await buildPerson(app);
  await run('make-super-admin', { email: plain.email });
  await run('remove-super-admin', { email: plain.email });
  expect((await audited(plain.id)).map(({ action, detail }) => [action, detail])).toEqual([
    ['platform.admin_made', { by: 'command line', isNew: true }],
    ['platform.admin_removed', { by: 'command line' }],
  ]);
});

it('never removes the last super admin, also when all are removed together or without the command [O-3.13]', async () => {
  const own = await testApp();
  try {
    const admins = [
      await signInAs(own, null, 'SUPER_ADMIN'),
      await signInAs(own, null, 'SUPER_ADMIN'),
      await signInAs(own, null, 'SUPER_ADMIN'),
    ];
    const results = await Promise.allSettled(
      admins.map((one) => runAdminCommand(own.dependencies, 'remove-super-admin', { email: emailOf(one) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(AdminRefused);
    expect(String(refused?.reason)).toContain('This is the last super admin');
    await expect(asPlatform(own, (tx) => tx.deleteFrom('platform_admins').execute())).rejects.toThrow(
      'at least one super admin',
    );
    const left = await asPlatform(own, (tx) => tx.selectFrom('platform_admins').selectAll().execute());
    expect(left).toHaveLength(1);
  } finally {
    await own.close();
  }
});

it('takes a lost second factor away only with the code of another super admin, once [O-3.12]', async () => {
  const tenant = await buildTenant(app);
  const lost = await buildPerson(app, tenant, 'DOCTOR');
  await buildFactor(app, lost.id);
  const authenticator = await buildFactor(app, getId(admin));
  const code = authenticator.codeAt(app.dependencies.clock());
  const given = { email: lost.email, approver: emailOf(admin) };
  await expect(run('remove-second-factor', { ...given, code: '000000' })).rejects.toThrow(
    'This code is wrong',
  );
  await expect(run('remove-second-factor', { ...given, approver: lost.email, code })).rejects.toThrow(
    'is no super admin',
  );
  await expect(
    run('remove-second-factor', { email: emailOf(admin), approver: emailOf(admin), code }),
  ).rejects.toThrow('Another super admin');
  await run('remove-second-factor', { ...given, code });
  const browser = new Browser(app.app);
  expect((await browser.signIn(lost.email, lost.password)).status).toBe(201);
  expect((await browser.send(getSession)).body).toMatchObject({ awaits: null });
  await buildFactor(app, lost.id);
  await expect(run('remove-second-factor', { ...given, code })).rejects.toThrow('already used');
  const rows = await audited(lost.id);
  expect(rows.map(({ action, actor_id, tenant_id }) => [action, actor_id, tenant_id])).toEqual([
    ['factor.removal_refused', getId(admin), tenant.id],
    ['factor.removal_refused', getId(admin), tenant.id],
    ['factor.removed_by_platform', getId(admin), tenant.id],
  ]);
});

it('refuses the code of an approver after ten wrong ones, for a quarter of an hour', async () => {
  const approver = await signInAs(app, null, 'SUPER_ADMIN');
  const authenticator = await buildFactor(app, getId(approver));
  const lost = await buildPerson(app);
  await buildFactor(app, lost.id);
  const given = { email: lost.email, approver: emailOf(approver) };
  const guesses = await Promise.allSettled(
    Array.from({ length: 12 }, () => run('remove-second-factor', { ...given, code: '000000' })),
  );
  const reasons = guesses.map((guess) => (guess.status === 'rejected' ? String(guess.reason) : 'right'));
  expect(reasons.filter((reason) => reason.includes('wrong.'))).toHaveLength(10);
  const codeNow = () => authenticator.codeAt(app.dependencies.clock());
  await expect(run('remove-second-factor', { ...given, code: codeNow() })).rejects.toThrow(
    'Too many wrong codes',
  );
  app.setNow(new Date(Date.parse(testNow) + 16 * 60_000).toISOString());
  await run('remove-second-factor', { ...given, code: codeNow() });
  app.setNow(testNow);
});

it('unlocks codes, and sign-ins from one address, also where a server has counted them itself [O-3.12]', async () => {
  const limits = { signInFailuresPerAccount: 2, wrongCodesPerPerson: 2 };
  const own = await testApp({ limits });
  const stopFollowing = await followUnlocks(own.database);
  try {
    const person = await buildPerson(own, await buildTenant(own));
    const authenticator = await buildFactor(own, person.id);
    const browser = new Browser(own.app, { address: '198.51.100.4' });
    const signIn = async (password: string) => (await browser.signIn(person.email, password)).status;
    for (const status of [401, 401, 429]) expect(await signIn('not it')).toBe(status);
    await runAdminCommand(own.dependencies, 'unlock', { email: person.email, address: '198.51.100.4' });
    await expect.poll(() => signIn(person.password)).toBe(201);
    const prove = async (code: string) => (await browser.send(raiseAssurance, { body: { code } })).status;
    for (const status of [422, 422, 429]) expect(await prove('000000')).toBe(status);
    await runAdminCommand(own.dependencies, 'unlock', { email: person.email });
    await expect.poll(() => prove(authenticator.codeAt(own.dependencies.clock()))).toBe(200);
  } finally {
    await stopFollowing();
    await own.close();
  }
});

it('lists and ends sessions [O-3.12]', async () => {
  const person = await buildPerson(app, await buildTenant(app));
  const browser = new Browser(app.app);
  await browser.signIn(person.email, person.password);
  expect(await run('sessions', { email: person.email })).toHaveLength(1);
  expect(await run('end-sessions', { email: person.email })).toEqual([
    `${person.email} was signed out of 1 sessions.`,
  ]);
  expect(await browser.send(getSession)).toMatchObject({ status: 401 });
  expect(await run('sessions', { email: person.email })).toEqual([`${person.email} is signed in nowhere.`]);
});

it('shows and switches the plan of a business, by its id or the address of one of its people [O-3.12]', async () => {
  const tenant = await buildTenant(app, { plan: 'basic' });
  const member = await signInAs(app, tenant, 'BUSINESS_OWNER');
  expect((await run('plan', { business: tenant.id }))[0]).toContain(': basic');
  await expect(run('plan', { business: tenant.id, plan: 'gold' })).rejects.toThrow(
    'There is no plan gold. Plans: ',
  );
  expect((await run('plan', { business: emailOf(member), plan: 'premium' }))[0]).toContain('has premium now');
  expect((await audited(tenant.id)).map(({ action }) => action)).toEqual([
    'subscription.changed',
    'subscription.viewed',
  ]);
});

it('shows the outbox, and sends what failed or waits again [O-3.11]', async () => {
  const tenant = await buildTenant(app);
  const now = app.dependencies.clock();
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const row = { subject: 'x', payload: '{}', created_at: now, attempts: 9, last_error: 'no answer' };
  await asPlatform(app, (tx) =>
    tx
      .insertInto('outbox')
      .values([
        { ...row, tenant_id: tenant.id, kind: 'webhook.cancel', next_at: now, given_up_at: now },
        { ...row, tenant_id: tenant.id, kind: 'mail', next_at: tomorrow },
        { ...row, tenant_id: tenant.id, kind: 'link', next_at: now, given_up_at: now },
      ])
      .execute(),
  );
  expect((await run('outbox')).join('\n')).toMatch(
    /mail: 3 wait, .*last reason: no answer[\s\S]*webhook\.cancel: 0 wait, 1 failed/,
  );
  // The link's payload was cleared when it failed, so it cannot be sent.
  expect(await run('replay-outbox')).toEqual(['2 effects are sent again now.']);
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('outbox')
      .select(['kind', 'next_at', 'given_up_at'])
      .where('tenant_id', '=', tenant.id)
      .orderBy('kind')
      .execute(),
  );
  expect(rows).toEqual([
    { kind: 'link', next_at: now, given_up_at: now },
    { kind: 'mail', next_at: now, given_up_at: null },
    { kind: 'webhook.cancel', next_at: now, given_up_at: null },
  ]);
});

it('shows moves and checks of data, counts tallies again, and accepts an audit log [O-3.12]', async () => {
  const tenant = await buildTenant(app);
  await checkAudit(app.dependencies);
  const anchor = async () => {
    const rows = await asPlatform(app, (tx) =>
      tx
        .selectFrom('integrity_checks')
        .select('anchor')
        .where('tenant_id', '=', tenant.id)
        .where('kind', '=', 'audit')
        .execute(),
    );
    return rows[0]?.anchor;
  };
  expect(await anchor()).toMatchObject({ position: 0 });
  await run('accept-audit-log', { business: tenant.id });
  expect(await anchor()).toBeNull();
  await asPlatform(app, (tx) =>
    sql`insert into day_tallies values (${tenant.id}, '2030-01-01', 1, 0, 0, 0, 0, 0)`.execute(tx),
  );
  await checkTallies(app.dependencies);
  expect((await run('checks'))[0]).toContain(`tallies of ${tenant.id}: 1 faults`);
  await run('recount-tallies');
  app.setNow(new Date(Date.parse(testNow) + 2 * 86_400_000).toISOString());
  await checkTallies(app.dependencies);
  app.setNow(testNow);
  expect(await run('checks')).toEqual(['All stored data held against its checks when they last ran.']);
});

it.each(['nothing', 'constructor', '__proto__'])('knows no command %s [O-3.4]', async (name) => {
  await expect(run(name)).rejects.toThrow(`There is no command ${name}.`);
});

it('says who is unknown [O-3.4]', async () => {
  await expect(run('sessions', { email: 'nobody@people.example' })).rejects.toThrow(
    'Nobody has the address nobody@people.example.',
  );
  for (const [name, { takes }] of Object.entries(adminCommands))
    if (takes[0] === 'email') await expect(run(name, {}), name).rejects.toThrow('The email is missing.');
});
