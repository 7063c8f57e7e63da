import { randomBytes, randomUUID } from 'node:crypto';
import type { BusinessType, Role } from '@samay/contract/roles';
import type { Status } from '@samay/contract/statuses';
import { asPlatform } from '../src/db/tenant.ts';
import { AccessTokens } from '../src/http/access-token.ts';
import { hashOfDevice } from '../src/http/cookies.ts';
import type { TestApp } from './app.ts';
import { Client } from './client.ts';

export interface BuiltTenant {
  readonly id: string;
  readonly businessType: BusinessType;
}

/** A business with its profile and, unless told otherwise, a basic subscription whose cycle began on 1 November 2026. */
export async function buildTenant(
  { database }: Pick<TestApp, 'database'>,
  options: {
    businessType?: BusinessType;
    plan?: string | null;
    status?: 'active' | 'suspended';
    cycleStart?: string;
    /** The first day that is not paid for; by default the end of the first cycle for a plan that costs something. */
    paidUntil?: string | null;
    onboarded?: boolean;
  } = {},
): Promise<BuiltTenant> {
  const { businessType = 'doctor', plan = 'basic', status = 'active', cycleStart = '2026-11-01', onboarded = true } = options;
  const { paidUntil = plan === null || plan === 'basic' ? null : '2026-12-01' } = options;
  const id = randomUUID();
  await asPlatform({ database }, async (tx) => {
    await tx
      .insertInto('tenants')
      .values({ id, name: `Business ${id.slice(0, 4)}`, status })
      .execute();
    await tx
      .insertInto('business_profiles')
      .values({
        tenant_id: id,
        email: `${id}@business.example`,
        business_type: onboarded ? businessType : null,
        business_name: businessType === 'turf' ? 'Ground' : null,
        time_slots: JSON.stringify([{ start_time: '9 AM', end_time: '6 PM' }]),
        operating_days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
        onboarding_completed: onboarded,
      })
      .execute();
    if (plan) {
      await tx
        .insertInto('subscriptions')
        .values({
          tenant_id: id,
          plan_id: plan,
          status: 'active',
          billing_cycle_start: cycleStart,
          billing_cycle_end: '2026-12-01',
          paid_until: paidUntil,
        })
        .execute();
    }
  });
  return { id, businessType };
}

/** A person with a role in a business (or a super admin, or nobody's member), signed in: calls go out with their token and cookies. */
export async function signInAs(
  testApp: TestApp,
  tenant: BuiltTenant | null,
  role: Role | null = 'EMPLOYEE',
  person: { email?: string; name?: string; factor?: boolean } = {},
): Promise<Client> {
  const { database, parts } = testApp;
  const userId = randomUUID();
  const email = person.email ?? `${userId}@people.example`;
  const now = parts.clock();
  const device = randomBytes(16).toString('base64url');
  const sessionId = await asPlatform({ database }, async (tx) => {
    await tx
      .insertInto('users')
      .values({ id: userId, email, email_key: email.toLowerCase(), full_name: person.name ?? 'Asha Kulkarni' })
      .execute();
    if (role === 'SUPER_ADMIN') await tx.insertInto('platform_admins').values({ user_id: userId }).execute();
    else if (tenant && role) await tx.insertInto('memberships').values({ tenant_id: tenant.id, user_id: userId, role }).execute();
    // Who runs the platform has a second factor, and has proven it here.
    const isAssured = role === 'SUPER_ADMIN' || person.factor === true;
    if (isAssured) await tx.insertInto('second_factors').values(provenFactor(userId, now)).execute();
    const session = await tx
      .insertInto('sessions')
      .values({
        user_id: userId,
        device_hash: hashOfDevice(device),
        refresh_key: randomBytes(32),
        rotated_at: now,
        remember: false,
        created_at: now,
        expires_at: new Date(now.getTime() + 12 * 3_600_000),
        ...(isAssured && { assurance: 'aal2', assured_at: now }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return session.id;
  });
  const tokens = new AccessTokens(parts.secrets, parts.settings.publicUrl);
  const { accessToken } = await tokens.sign({ userId, sessionId, assurance: 'aal1', deviceHash: hashOfDevice(device) }, now);
  return new Client(testApp.app, { userId, sessionId, email, accessToken, device });
}

/** A second factor that counts; its secret is nobody's, so that no code is ever right. */
function provenFactor(userId: string, now: Date) {
  return { user_id: userId, sealed_secret: Buffer.alloc(0), created_at: now, verified_at: now };
}

export interface BuiltAppointment {
  personName: string;
  date: string;
  time: string;
  status: Status;
  doctor: string | null;
  contact: string | null;
  /** Paise. */
  amount: number | null;
  paymentMethod: string | null;
  /** Who set the status, and when. */
  setBy: { readonly userId: string; readonly at: Date };
}

/** A booking put straight into the table, past limits and rules; returns its id. */
export async function buildAppointment(
  { database }: Pick<TestApp, 'database'>,
  tenant: BuiltTenant,
  about: Partial<BuiltAppointment> = {},
): Promise<string> {
  const id = randomUUID();
  await asPlatform({ database }, (tx) =>
    tx
      .insertInto('appointments')
      .values({
        tenant_id: tenant.id,
        id,
        reference: `booking_${id}`,
        person_name: about.personName ?? 'Meera Joshi',
        person_email: 'meera@people.example',
        person_contact: about.contact ?? null,
        doctor: about.doctor === undefined ? (tenant.businessType === 'doctor' ? 'Dr. Rao' : null) : about.doctor,
        appointment_date: about.date ?? '2026-11-21',
        appointment_time: about.time ?? '11:00',
        status: about.status ?? 'scheduled',
        status_set_at: about.setBy?.at ?? null,
        status_set_by: about.setBy?.userId ?? null,
        amount_paise: about.amount ?? null,
        payment_method: about.paymentMethod ?? null,
        payment_id: null,
        arrived_at: null,
        prescription_id: null,
        created_by: null,
      })
      .execute(),
  );
  return id;
}
