import { completeCalendarConnection } from '@samay/contract/calendar';
import { type CalendarEvents } from '../../sandbox/src/calendar-events.ts';
import { startCalendarServer } from '../../sandbox/src/calendar-server.ts';
import { googleCalendar } from '../src/adapters/calendar/google.ts';
import type { CalendarProvider } from '../src/adapters/calendar/port.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { challengeOf, hashesOf, newAttempt } from '../src/features/calendar/attempt.ts';
import { sealToken } from '../src/features/calendar/token.ts';
import type { TestApp } from './app.ts';
import type { BuiltTenant } from './builders.ts';
import type { Client } from './client.ts';

/** A real calendar service, the sandbox's, and the adapter that speaks to it, with little patience. */
export interface Calendars {
  readonly provider: CalendarProvider;
  readonly events: CalendarEvents;
  /** What the API was asked, oldest first: `POST /calendar/v3/calendars/…/events`. */
  asked(): string[];
  /** As on the control page: `ok`, `down`, `quota`, `late`, … */
  setMode(mode: string): void;
  close(): Promise<void>;
}

/** Whose calendar it is where a test names nobody. */
export const holder = 'owner@citycare.example';

export async function openCalendars(timeoutMs = 2000): Promise<Calendars> {
  const { party, events, close } = await startCalendarServer(0, { slowMs: timeoutMs * 3 });
  const { address } = party;
  const settings = {
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    apiUrl: address,
    consentUrl: `${address}/o/oauth2/v2/auth`,
    tokenUrl: `${address}/token`,
    revokeUrl: `${address}/revoke`,
  };
  return {
    provider: googleCalendar(settings, { timeoutMs }),
    events,
    asked: () => party.arrivals.map(({ summary }) => summary).toReversed(),
    setMode(mode) {
      if (!party.setMode(mode)) throw new Error(`the calendar knows no mode ${mode}`);
    },
    close,
  };
}

/** What a person brings back from the consent page who allows it, or who does not. */
export async function consent(address: string, choice: Record<string, string> = { email: holder }): Promise<Record<string, string>> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(choice), redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`the consent page answered ${response.status}`);
  return Object.fromEntries(new URL(location).searchParams);
}

/** A return from the consent page with the cookie that belongs to it; without a calendar service its code is nobody's. */
export async function buildReturn({ parts }: TestApp, tenantId: string, identity: NonNullable<Client['identity']>, email = holder) {
  const attempt = newAttempt(parts.secrets, { user_id: identity.userId, tenant_id: tenantId });
  const expires = new Date(parts.clock().getTime() + 600_000);
  await asPlatform(parts, (tx) =>
    tx
      .insertInto('oauth_attempts')
      .values({ ...hashesOf(attempt), remember: false, expires_at: expires })
      .execute(),
  );
  const address = await parts.calendar?.consentAddress(challengeOf(attempt, parts.settings.publicUrl));
  const { code = '' } = address === undefined ? { code: 'of-nobody' } : await consent(address, { email });
  const cookie = `samay-device=${identity.device}; samay-calendar=${attempt.secret}`;
  return { body: { code, state: attempt.state }, headers: { cookie } };
}

/** Connects a calendar as an owner does, by the whole way. */
export async function connect(app: TestApp, tenant: BuiltTenant, owner: Client, email = holder): Promise<void> {
  if (!owner.identity) throw new Error('nobody is signed in');
  const { status } = await owner.send(completeCalendarConnection, await buildReturn(app, tenant.id, owner.identity, email));
  if (status !== 201) throw new Error(`could not connect: ${status}`);
}

/** A connection put straight into the table, with a token that no service knows. */
export async function buildConnection({ parts }: Pick<TestApp, 'parts'>, tenantId: string): Promise<void> {
  const values = {
    is_connected: true,
    needs_reconnect: false,
    integration_data: JSON.stringify({ calendar_id: holder }),
    sealed_token: sealToken(parts.secrets, tenantId, 'a token of nobody'),
    updated_at: parts.clock(),
  };
  await asPlatform(parts, (tx) =>
    tx
      .insertInto('tenant_integrations')
      .values({ tenant_id: tenantId, integration_type: 'google_calendar', ...values })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'integration_type']).doUpdateSet(values))
      .execute(),
  );
}
