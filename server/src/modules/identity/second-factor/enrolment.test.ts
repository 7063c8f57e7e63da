import { listAppointments } from '@samay/contract/bookings/appointments';
import {
  confirmEnrolment,
  getSecondFactor,
  raiseAssurance,
  removeSecondFactor,
  renewRecoveryCodes,
  startEnrolment,
} from '@samay/contract/identity/second-factor';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { Authenticator } from '../../../../test/fixtures/factor.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterEach(() => test.setNow(testNow));
afterAll(() => test.close());

describe('turning it on', () => {
  it('starts with a secret for the app, is on from the first code, and returns ten recovery codes [P-2.22]', async () => {
    const tenant = await buildTenant(test);
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER', { email: 'asha@people.example' });
    const started = await owner.call(startEnrolment);
    expect(started.status).toBe(201);
    expect(started.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.body.uri).toBe(
      `otpauth://totp/Samay:asha%40people.example?secret=${started.body.secret}&issuer=Samay`,
    );
    expect((await owner.call(getSecondFactor)).body).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    });
    expect((await owner.call(getSession)).body).toMatchObject({ awaits: null, assurance: 'aal1' });

    const app = new Authenticator(started.body.secret);
    const confirmed = await owner.call(confirmEnrolment, { body: { code: app.codeAt(new Date(testNow)) } });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    for (const code of confirmed.body.recoveryCodes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(getClaims(confirmed.body.token.accessToken)).toMatchObject({
      aal: 'aal2',
      sid: owner.identity?.sessionId,
    });
    expect((await owner.call(getSession)).body).toMatchObject({ awaits: null, assurance: 'aal2' });
    expect((await owner.call(getSecondFactor)).body).toEqual({
      since: testNow,
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect(await readAudit(test, confirmed.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'factor.enabled', object: owner.identity?.userId },
    ]);
  });

  it('stores neither the secret nor a recovery code in plain text [P-2.29]', async () => {
    const { client, secret, recoveryCodes } = await enrolled();
    const rows = await asPlatform(test, async (tx) => [
      ...(await tx
        .selectFrom('second_factors')
        .selectAll()
        .where('user_id', '=', client.identity?.userId ?? '')
        .execute()),
      ...(await tx
        .selectFrom('recovery_codes')
        .selectAll()
        .where('user_id', '=', client.identity?.userId ?? '')
        .execute()),
    ]);
    expect(rows).toHaveLength(11);
    const text = rows
      .map((row) =>
        Object.values(row).map((value) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
        ),
      )
      .join();
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(text).not.toContain(plain);
  });

  it('requires a current code of the newest secret', async () => {
    const client = await signInAs(test, await buildTenant(test));
    const older = new Authenticator((await client.call(startEnrolment)).body.secret);
    const newer = new Authenticator((await client.call(startEnrolment)).body.secret);
    const now = new Date(testNow);
    for (const code of [
      older.codeAt(now),
      newer.codeAt(new Date(now.getTime() - 90_000)),
      newer.codeAt(new Date(now.getTime() + 90_000)),
    ]) {
      const refused = await client.call(confirmEnrolment, { body: { code } });
      expect(refused).toMatchObject({
        status: 422,
        error: { code: 'factor.invalid_code', fields: { code: 'This code is wrong' } },
      });
    }
    expect(await client.call(confirmEnrolment, { body: { code: newer.codeAt(now) } })).toMatchObject({
      status: 200,
    });
  });

  it('rejects a malformed code at its field, and a code without an enrolment', async () => {
    const client = await signInAs(test, await buildTenant(test));
    for (const code of ['123456', '१२३४५६'])
      expect(await client.call(confirmEnrolment, { body: { code } })).toMatchObject({
        status: 409,
        error: { code: 'factor.missing' },
      });
    for (const code of ['12345', '1234567', '12345a', '']) {
      const refused = await client.call(confirmEnrolment, { body: { code } });
      expect(refused.error).toMatchObject({
        fields: { code: 'Please enter the six digits of your authenticator app' },
      });
    }
  });

  it('accepts a code with a space as apps show it', async () => {
    const client = await signInAs(test, await buildTenant(test));
    const app = new Authenticator((await client.call(startEnrolment)).body.secret);
    const code = app.codeAt(new Date(testNow));
    expect(
      await client.call(confirmEnrolment, { body: { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` } }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('happens once, also for two concurrent confirmations', async () => {
    const client = await signInAs(test, await buildTenant(test));
    const code = new Authenticator((await client.call(startEnrolment)).body.secret).codeAt(new Date(testNow));
    const both = await Promise.all([1, 2].map(() => client.call(confirmEnrolment, { body: { code } })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await client.call(startEnrolment)).toMatchObject({
      status: 409,
      error: { code: 'factor.exists' },
    });
    expect(await client.call(confirmEnrolment, { body: { code } })).toMatchObject({
      status: 409,
      error: { code: 'factor.exists' },
    });
  });

  it('requires a code from the person’s other sessions at their next request', async () => {
    const tenant = await buildTenant(test);
    const person = await buildPerson(test, tenant, 'BUSINESS_OWNER');
    const [one, other] = [new Browser(test.app), new Browser(test.app)];
    await one.signIn(person.email, person.password);
    await other.signIn(person.email, person.password);
    const started = await one.send(startEnrolment);
    const app = new Authenticator(String(started.body['secret']));
    await one.send(confirmEnrolment, { body: { code: app.codeAt(new Date(testNow)) } });
    expect(await one.send(listAppointments)).toMatchObject({ status: 200 });
    expect(await other.send(listAppointments)).toMatchObject({
      status: 403,
      error: { code: 'session.insufficient_assurance' },
    });
    expect(await other.send(getSession)).toMatchObject({
      status: 200,
      body: { awaits: 'code', permissions: [], assurance: 'aal1' },
    });
  });
});

describe('turning it off', () => {
  it('requires a code or a recovery code; afterwards the password is enough', async () => {
    for (const by of ['code', 'recoveryCode'] as const) {
      const { client, app, recoveryCodes } = await enrolled();
      test.setNow('2026-11-21T04:31:00.000Z');
      const proof =
        by === 'code'
          ? { code: app.codeAt(test.dependencies.clock()) }
          : { recoveryCode: recoveryCodes[3] ?? '' };
      const removed = await client.call(removeSecondFactor, { body: proof });
      expect(removed.status).toBe(204);
      expect((await readAudit(test, removed.headers['x-request-id'])).map(({ action }) => action)).toEqual([
        'factor.disabled',
      ]);
      expect((await client.call(getSecondFactor)).body).toEqual({
        since: null,
        recoveryCodesLeft: 0,
        isRequired: false,
      });
      expect((await client.call(getSession)).body).toMatchObject({ awaits: null, assurance: 'aal1' });
      expect(
        await client.call(raiseAssurance, { body: { recoveryCode: recoveryCodes[4] ?? '' } }),
      ).toMatchObject({
        status: 409,
        error: { code: 'factor.missing' },
      });
      test.setNow(testNow);
    }
  });

  it('is rejected with a wrong code, with both kinds, and with none', async () => {
    const { client } = await enrolled();
    const refused = async (body: object) => (await client.send(removeSecondFactor, { body })).error?.code;
    expect(await refused({ code: '000000' })).toBe('factor.invalid_code');
    expect(await refused({ recoveryCode: 'aaaaa-aaaaa' })).toBe('factor.invalid_code');
    expect(await refused({ code: '000000', recoveryCode: 'aaaaa-aaaaa' })).toBe('request.invalid');
    expect(await refused({})).toBe('request.invalid');
    expect((await client.call(getSecondFactor)).body.since).toBe(testNow);
  });
});

describe('recovery codes', () => {
  it('work once each, in any spelling', async () => {
    const { client, recoveryCodes } = await enrolled();
    const [code = ''] = recoveryCodes;
    const typed = ` ${code.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect(await client.call(raiseAssurance, { body: { recoveryCode: typed } })).toMatchObject({
      status: 200,
    });
    expect((await client.call(getSecondFactor)).body.recoveryCodesLeft).toBe(9);
    expect(await client.call(raiseAssurance, { body: { recoveryCode: code } })).toMatchObject({
      error: { code: 'factor.invalid_code' },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.call(raiseAssurance, { body: { recoveryCode: recoveryCodes[1] ?? '' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are replaced with a code of the app, and the old ones are invalid', async () => {
    const { client, app, recoveryCodes } = await enrolled();
    test.setNow('2026-11-21T04:32:00.000Z');
    const renewed = await client.call(renewRecoveryCodes, {
      body: { code: app.codeAt(test.dependencies.clock()) },
    });
    expect(renewed.status).toBe(201);
    expect(renewed.body.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(
      await client.call(raiseAssurance, { body: { recoveryCode: recoveryCodes[0] ?? '' } }),
    ).toMatchObject({ status: 422 });
    expect(
      await client.call(raiseAssurance, { body: { recoveryCode: renewed.body.recoveryCodes[0] ?? '' } }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('do not work for another person', async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    expect(
      await mine.client.call(raiseAssurance, { body: { recoveryCode: theirs.recoveryCodes[0] ?? '' } }),
    ).toMatchObject({
      status: 422,
    });
  });
});

describe('a super admin', () => {
  it('has to enrol first, except in the demo, and may do nothing else until then [P-2.24]', async () => {
    const admin = await signInAs(test, null, 'SUPER_ADMIN');
    await asPlatform(test, async (tx) => {
      await tx
        .deleteFrom('second_factors')
        .where('user_id', '=', admin.identity?.userId ?? '')
        .execute();
      await tx
        .updateTable('sessions')
        .set({ assurance: 'aal1' })
        .where('id', '=', admin.identity?.sessionId ?? '')
        .execute();
    });
    expect((await admin.call(getSession)).body).toMatchObject({ awaits: 'enrolment', permissions: [] });
    expect((await admin.call(getSecondFactor)).body).toMatchObject({ isRequired: true });
    const elsewhere = await admin.call(removeSecondFactor, { body: { code: '123456' } });
    expect(elsewhere).toMatchObject({ status: 403, error: { code: 'session.factor_required' } });

    const app = new Authenticator((await admin.call(startEnrolment)).body.secret);
    await admin.call(confirmEnrolment, { body: { code: app.codeAt(new Date(testNow)) } });
    expect((await admin.call(getSession)).body).toMatchObject({
      awaits: null,
      assurance: 'aal2',
      permissions: ['platform.manage'],
    });
  });
});

it('requires a session', async () => {
  for (const endpoint of [getSecondFactor, startEnrolment]) {
    expect(await new Client(test.app).send(endpoint)).toMatchObject({
      status: 401,
      error: { code: 'session.required' },
    });
  }
});

/** Builds a person who has turned it on in this session, with their app and codes. */
async function enrolled() {
  const client = await signInAs(test, await buildTenant(test), 'BUSINESS_OWNER');
  const { secret } = (await client.call(startEnrolment)).body;
  const app = new Authenticator(secret);
  const { recoveryCodes } = (
    await client.call(confirmEnrolment, { body: { code: app.codeAt(test.dependencies.clock()) } })
  ).body;
  return { client, secret, app, recoveryCodes };
}

function getClaims(accessToken: string): unknown {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
}
