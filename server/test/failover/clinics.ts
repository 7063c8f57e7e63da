import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { asPlatform } from '../../src/db/tenant.ts';
import type { TestApp } from '../fixtures/app.ts';
import { buildPerson, type BuiltPerson } from '../fixtures/browser.ts';
import { buildTenant } from '../fixtures/builders.ts';

/** A business whose owner books. */
export interface Clinic extends BuiltPerson {
  readonly tenantId: string;
}

/** Raises the plan's limit, which must not refuse the bookings of many rounds. */
export async function liftLimit({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await asPlatform({ database }, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: 1_000_000 }).where('id', '=', 'enterprise').execute(),
  );
}

/** Builds a business with an owner, for whose bookings there is no limit. */
export async function buildClinic({ database }: Pick<TestApp, 'database'>): Promise<Clinic> {
  const { id } = await buildTenant({ database }, { plan: 'enterprise', paidUntil: '2030-01-01' });
  const person = await buildPerson({ database }, { id, businessType: 'doctor' }, 'BUSINESS_OWNER');
  return { ...person, tenantId: id };
}

/** Rate limits that no load reaches, since all of it comes from one address. */
export const unlimited = Object.fromEntries(
  [
    'RATE_LIMIT_PER_USER',
    'RATE_LIMIT_ANONYMOUS',
    'RATE_LIMIT_WRITES',
    'RATE_LIMIT_WRITES_PER_TENANT',
    'RATE_LIMIT_REFRESHES',
  ].map((name) => [name, '1000000']),
);

/** Signs a clinic's owner in, and returns the headers of their requests. */
export async function signIn(
  address: string,
  { email, password }: BuiltPerson,
): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, remember: false }),
  });
  if (response.status !== 201)
    throw new Error(`nobody signs in: ${response.status} ${await response.text()}`);
  const { accessToken } = (await response.json()) as { accessToken: string };
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    authorization: `Bearer ${accessToken}`,
    cookie: cookies.join('; '),
    'content-type': 'application/json',
  };
}

/** Turns the emails about the bookings of a clinic on. */
export async function turnMailsOn(address: string, clinic: Clinic): Promise<void> {
  const headers = await signIn(address, clinic);
  const body = JSON.stringify({ isOn: true });
  const { status } = await fetch(address + changeBookingMails.path, { method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`the emails about bookings stay off: ${status}`);
}
