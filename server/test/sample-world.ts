import { randomUUID } from 'node:crypto';
import { asPlatform } from '../src/db/tenant.ts';
import type { TestApp } from './app.ts';
import { buildPerson } from './browser.ts';
import { buildConnection, buildReturn } from './calendar.ts';
import { buildAppointment, buildTenant, type BuiltTenant } from './builders.ts';
import type { Client } from './client.ts';
import { type EndpointName, type Sample, samples } from './samples.ts';
import { buildReason } from './reason.ts';
import { assure, buildFactor, removeFactor } from './factor.ts';
import { buildInvitation } from './staff.ts';

/** The sample of an endpoint, with a fresh booking, person or invitation of this business in the state that the endpoint wants. */
export async function sampleFor(app: TestApp, name: EndpointName, tenant: BuiltTenant, caller: Client): Promise<Sample> {
  const { sample, wants, factor, isElsewhere, calendar, hasReason, hasGoogle } = samples[name];
  const { identity } = caller;
  if (!identity) throw new Error('a sample is made for someone signed in');
  const status = wants === 'no_show' || wants === 'completed' ? wants : 'scheduled';
  const setBy = { userId: identity.userId, at: app.parts.clock() };
  const appointmentId = wants ? await buildAppointment(app, tenant, { status, setBy }) : '';
  const fileId = wants === 'prescription' ? await buildPrescription(app, tenant, appointmentId) : '';
  const memberId = wants === 'member' ? (await buildPerson(app, tenant, 'EMPLOYEE', { passwordHash: null })).id : '';
  const invitationId = wants === 'invitation' ? await buildInvitation(app, tenant, `${randomUUID()}@people.example`) : '';
  const sessionId = wants === 'session' || isElsewhere ? await buildSession(app, identity.userId) : '';
  const businessId = wants === 'business' ? await buildBusiness(app) : '';
  if (hasGoogle) await buildLink(app, identity.userId);
  if (hasReason) await buildReason(app, identity.sessionId, businessId || tenant.id);
  const personId = wants === 'person' ? (await buildPerson(app, await buildTenant(app), 'EMPLOYEE', { passwordHash: null })).id : '';
  const patientId = wants === 'patient' ? await patientOf(app, appointmentId) : '';
  const code = factor ? await putFactor(app, factor, identity) : '';
  if (calendar === 'connected') await buildConnection(app, tenant.id);
  const calendarReturn = calendar === 'returning' ? await buildReturn(app, tenant.id, identity) : {};
  const made = { calendarReturn, appointmentId, fileId, memberId, invitationId, sessionId, businessId, personId, patientId, code };
  return sample({ ...made, tenantId: tenant.id, caller: identity });
}

/** Whom a booking is for. */
async function patientOf({ database }: TestApp, appointmentId: string): Promise<string> {
  const booking = await asPlatform({ database }, (tx) =>
    tx.selectFrom('appointments').select('patient_id').where('id', '=', appointmentId).executeTakeFirstOrThrow(),
  );
  return booking.patient_id ?? '';
}

/** A business for the platform to do something with; returns its id. */
async function buildBusiness(app: TestApp): Promise<string> {
  const { id } = await buildTenant(app);
  await asPlatform(app, (tx) => tx.updateTable('tenants').set({ name: 'Business to go' }).where('id', '=', id).execute());
  return id;
}

/** Links a person, who has a password as well, to somebody at Google. */
export async function buildLink({ database, parts }: Pick<TestApp, 'database' | 'parts'>, userId: string): Promise<void> {
  await asPlatform({ database }, async (tx) => {
    const identity = { issuer: 'https://idp.example', subject: randomUUID(), user_id: userId, created_at: parts.clock() };
    await tx
      .insertInto('identities')
      .values(identity)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.updateTable('users').set({ password_hash: 'of nobody' }).where('id', '=', userId).where('password_hash', 'is', null).execute();
  });
}

/** Another session of a person; returns its id. */
async function buildSession({ database, parts }: TestApp, userId: string): Promise<string> {
  const now = parts.clock();
  const session = { user_id: userId, device_hash: 'h', refresh_key: Buffer.alloc(32), rotated_at: now, remember: false, created_at: now };
  const { id } = await asPlatform({ database }, (tx) =>
    tx
      .insertInto('sessions')
      .values({ ...session, expires_at: new Date(now.getTime() + 3_600_000) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** Puts the caller's second factor into a state, proven in their session where it is on; what their app shows now. */
async function putFactor(app: TestApp, state: 'on' | 'begun' | 'off', { userId, sessionId }: Owner): Promise<string> {
  if (state === 'off') await removeFactor(app, userId);
  if (state === 'off') return '';
  const authenticator = await buildFactor(app, userId, { isConfirmed: state === 'on' });
  await assure(app, sessionId);
  return authenticator.codeAt(app.parts.clock());
}

interface Owner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A prescription's row without content; returns the file's id. */
export async function buildPrescription(
  { database }: Pick<TestApp, 'database'>,
  tenant: BuiltTenant,
  appointmentId: string,
): Promise<string> {
  return asPlatform({ database }, async (tx) => {
    const { id } = await tx
      .insertInto('files')
      .values({
        tenant_id: tenant.id,
        appointment_id: appointmentId,
        display_name: `prescription_${appointmentId}_1.png`,
        media_type: 'image/png',
        bytes: 70,
        sha256: '0'.repeat(64),
        uploaded_by: appointmentId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('appointments').set({ prescription_id: id }).where('id', '=', appointmentId).execute();
    return id;
  });
}
