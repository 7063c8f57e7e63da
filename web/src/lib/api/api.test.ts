import { createAppointment, getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { uploadPrescription } from '@samay/contract/bookings/prescriptions';
import { errorKinds, sentenceFor } from '@samay/contract/core/errors';
import { getSession, signIn } from '@samay/contract/identity/session';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { ApiError, call, errorText } from './api.ts';

const id = '00000000-0000-4000-8000-000000000001';
const fallback = 'Failed to load appointments';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  localStorage.setItem('authToken', 'first');
  localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
});
afterEach(() => server.close());

it('sends the bearer token, the parameters and the query, and omits undefined values', async () => {
  await call(listAppointments, { query: { search: 'a b&c', status: 'no_show', limit: 20 } });
  const [request] = server.requestsOf('GET /api/appointments');
  expect(request?.headers.authorization).toBe('Bearer first');
  expect(Object.fromEntries(request!.query)).toEqual({ search: 'a b&c', status: 'no_show', limit: '20' });
});

it('sends a body as JSON with its idempotency key', async () => {
  server.routes.set('POST /api/appointments', () => ({ status: 201, json: { id } }));
  const body = {
    personName: 'Asha',
    personEmail: 'a@b.in',
    date: '2026-11-21',
    time: '12:00',
    doctor: 'Default Doctor',
  };
  expect(await call(createAppointment, { body, idempotencyKey: 'form-1' })).toEqual({ id });
  const [request] = server.requestsOf('POST /api/appointments');
  expect(JSON.parse(request!.body)).toEqual(body);
  expect(request!.headers['idempotency-key']).toBe('form-1');
});

it('renews a refused token once, repeats the call, and sends the renewal the way the server asks for', async () => {
  requireToken('second');
  server.routes.set('POST /api/session/refresh', () => ({
    json: { accessToken: 'second', expiresAt: '2096-01-01T00:00:00Z' },
  }));
  await expect(call(getSession)).resolves.toMatchObject({ user: { name: 'Asha Kulkarni' } });
  expect(server.requestsOf('POST /api/session/refresh')).toHaveLength(1);
  expect(server.requestsOf('POST /api/session/refresh')[0]?.headers['x-requested-with']).toBe('samay');
  expect(localStorage.getItem('authToken')).toBe('second');
});

it('ends the session when the new token is refused too', async () => {
  requireToken('never');
  server.routes.set('POST /api/session/refresh', () => ({
    json: { accessToken: 'second', expiresAt: '2096-01-01T00:00:00Z' },
  }));
  await expect(call(getSession)).rejects.toMatchObject({ code: 'session.required', status: 401 });
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('keeps the session when the renewal fails because the server is unreachable', async () => {
  requireToken('never');
  server.routes.set('POST /api/session/refresh', () => 'drop');
  await expect(call(getSession)).rejects.toMatchObject({ code: 'network' });
  expect(localStorage.getItem('authToken')).toBe('first');
});

it('asks for no renewal where a wrong password is refused', async () => {
  server.routes.set(
    'POST /api/session',
    answerError(401, 'session.invalid_credentials', 'Invalid email or password. Please try again.'),
  );
  const error = await call(signIn, { body: { email: 'a@b.in', password: 'x' } }).catch(
    (error: unknown) => error,
  );
  expect(errorText(error, fallback)).toBe('Invalid email or password. Please try again.');
  expect(server.requestsOf('POST /api/session/refresh')).toHaveLength(0);
});

it("gives the server's sentence and fields for a business code", async () => {
  server.routes.set(
    `GET /api/appointments/${id}`,
    answerError(409, 'plan.limit_reached', 'Limit reached.', { date: 'full' }),
  );
  const error = await call(getAppointment, { params: { id } }).catch((error: unknown) => error);
  expect(error).toMatchObject({
    code: 'plan.limit_reached',
    status: 409,
    fields: { date: 'full' },
    requestId: 'request-1',
  });
  expect(errorText(error, fallback)).toBe('Limit reached.');
});

it('says that the disk is full, and not only what failed [O-2.12]', async () => {
  const { status } = errorKinds['server.storage_full'];
  const sentence = sentenceFor('server.storage_full');
  server.routes.set('GET /api/session', answerError(status, 'server.storage_full', sentence));
  const error = await call(getSession).catch((thrown: unknown) => thrown);
  expect(errorText(error, fallback)).toBe(sentence);
});

it.each<[string, Parameters<ClinicServer['routes']['set']>[1], string]>([
  ['a fault', answerError(500, 'server.fault', 'Oops'), 'server.fault'],
  ['a page instead of JSON', () => ({ status: 502, json: 'bad gateway' }), 'server.unavailable'],
  ['a closed connection', () => 'drop', 'network'],
])('falls back to the sentence of the screen for %s', async (_, script, code) => {
  server.routes.set('GET /api/session', script);
  const error = await call(getSession).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code });
  expect(errorText(error, fallback)).toBe(fallback);
});

it('lets the caller abort a slow request, with the caller’s reason', async () => {
  server.routes.set('GET /api/session', () => new Promise(() => undefined));
  const stop = new AbortController();
  const request = call(getSession, { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
});

it('uploads one multipart file with the bearer token, and reports the progress', async () => {
  server.routes.set(`PUT /api/appointments/${id}/prescription`, () => ({ json: { id } }));
  const parts: number[] = [];
  const file = new File(['x'.repeat(2000)], 'prescription.pdf', { type: 'application/pdf' });
  await call(uploadPrescription, { params: { id }, file, onProgress: (part) => parts.push(part) });
  const [request] = server.requestsOf(`PUT /api/appointments/${id}/prescription`);
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(request?.headers.authorization).toBe('Bearer first');
  expect(request?.body).toContain('name="file"; filename="prescription.pdf"');
  expect(parts.at(-1)).toBe(1);
});

function requireToken(token: string): void {
  const answer = server.routes.get('GET /api/session')!;
  server.routes.set('GET /api/session', (request) =>
    request.headers.authorization === `Bearer ${token}`
      ? answer(request)
      : answerError(401, 'session.required', 'Please sign in to continue.')(request),
  );
}
