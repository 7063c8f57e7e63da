import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCalendarServer } from './server.ts';

const returnTo = 'http://localhost:9/oauth/callback';
const verifier = 'v'.repeat(43);
const times = {
  start: { dateTime: '2026-11-24T12:00:00+05:30' },
  end: { dateTime: '2026-11-24T12:30:00+05:30' },
};
let calendar: Awaited<ReturnType<typeof startCalendarServer>>;

beforeEach(async () => {
  calendar = await startCalendarServer(0, { slowMs: 300 });
});

afterEach(() => calendar.close());

test('a person allows it; the code gives tokens once, and only with its verifier', async () => {
  const page = await (await fetch(consentAddress())).text();
  expect(page).toContain('owner@citycare.example');
  const code = await allow();
  expect(
    (await token({ grant_type: 'authorization_code', code, code_verifier: 'x'.repeat(43) })).body['error'],
  ).toBe('invalid_grant');
  const again = await allow();
  const tokens = await token({ grant_type: 'authorization_code', code: again, code_verifier: verifier });
  expect(tokens).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 3599, scope: 'calendar' },
  });
  expect(
    (await token({ grant_type: 'authorization_code', code: again, code_verifier: verifier })).body['error'],
  ).toBe('invalid_grant');
  const renewed = await token({
    grant_type: 'refresh_token',
    refresh_token: String(tokens.body['refresh_token']),
  });
  expect(renewed.status).toBe(200);
});

test('cancelling redirects with access_denied, and so does mode deny without a question', async () => {
  const cancelled = await fetch(consentAddress(), {
    method: 'POST',
    body: new URLSearchParams({ cancel: 'yes' }),
    redirect: 'manual',
  });
  expect(cancelled.headers.get('location')).toContain('error=access_denied');
  calendar.party.setMode('deny');
  expect((await fetch(consentAddress(), { redirect: 'manual' })).headers.get('location')).toContain(
    'state=s&error=access_denied',
  );
});

test('an event is made once under its id, changed, taken out once, and put back by a change', async () => {
  const ask = await connected();
  const event = { id: 'abcdef0123', summary: 'Meera', ...times };
  expect((await ask('GET', 'calendars/primary')).body).toMatchObject({ id: 'owner@citycare.example' });
  expect((await ask('GET', 'users/me/calendarList')).body).toMatchObject({ items: [{ primary: true }] });
  expect((await ask('POST', 'calendars/primary/events', event)).status).toBe(200);
  expect((await ask('POST', 'calendars/primary/events', event)).status).toBe(409);
  expect((await ask('POST', 'calendars/primary/events', { ...event, id: 'XYZ' })).status).toBe(400);
  expect((await ask('PATCH', 'calendars/primary/events/abcdef0123', { summary: 'Ravi' })).body).toMatchObject(
    {
      summary: 'Ravi',
      ...times,
    },
  );
  expect((await ask('DELETE', 'calendars/primary/events/abcdef0123')).status).toBe(204);
  expect((await ask('DELETE', 'calendars/primary/events/abcdef0123')).status).toBe(410);
  expect((await ask('DELETE', 'calendars/primary/events/nothing123')).status).toBe(404);
  expect((await ask('GET', 'calendars/primary/events')).body).toMatchObject({ items: [] });
  expect((await ask('PATCH', 'calendars/primary/events/abcdef0123', { status: 'confirmed' })).status).toBe(
    200,
  );
  const embedded = await fetch(
    `${calendar.party.address}/calendar/embed?src=owner%40citycare.example&ctz=Asia/Kolkata`,
  );
  expect(await embedded.text()).toContain('2026-11-24 12:00 Ravi');
});

test('a revoked token opens nothing, and cannot be revoked again', async () => {
  const { refresh_token: refreshToken } = (
    await token({ grant_type: 'authorization_code', code: await allow(), code_verifier: verifier })
  ).body;
  const revoke = () =>
    fetch(`${calendar.party.address}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: String(refreshToken) }),
    });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 400]);
  expect(
    (await token({ grant_type: 'refresh_token', refresh_token: String(refreshToken) })).body['error'],
  ).toBe('invalid_grant');
});

test('its other modes are a calendar that fails, refuses, is slow, is away, forgets, or says nothing of what it did', async () => {
  const ask = await connected();
  for (const [mode, status] of [
    ['error', 500],
    ['forbidden', 403],
    ['quota', 429],
    ['invalid_grant', 401],
    ['slow', 200],
  ] as const) {
    calendar.party.setMode(mode);
    expect([mode, (await ask('GET', 'calendars/primary')).status]).toEqual([mode, status]);
  }
  calendar.party.setMode('late');
  await expect(ask('POST', 'calendars/primary/events', { id: 'abcdef0123', ...times })).rejects.toThrow();
  expect(calendar.events.standing('owner@citycare.example')).toHaveLength(1);
  calendar.party.setMode('down');
  await expect(ask('GET', 'calendars/primary')).rejects.toThrow();
});

function consentAddress(): string {
  return `${calendar.party.address}/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: 'sandbox-client',
    redirect_uri: returnTo,
    response_type: 'code',
    scope: 'calendar',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`;
}

async function allow(): Promise<string> {
  const body = new URLSearchParams({ email: 'owner@citycare.example' });
  const response = await fetch(consentAddress(), { method: 'POST', body, redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([returnTo, 's']);
  return back.searchParams.get('code') ?? '';
}

async function token(
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = new URLSearchParams({
    ...form,
    redirect_uri: returnTo,
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  });
  const response = await fetch(`${calendar.party.address}/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function connected() {
  const { body: tokens } = await token({
    grant_type: 'authorization_code',
    code: await allow(),
    code_verifier: verifier,
  });
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${calendar.party.address}/calendar/v3/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${String(tokens['access_token'])}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
}
