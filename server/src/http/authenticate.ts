import type { Endpoint } from '@samay/contract/core/endpoint';
import { permissionsOf } from '@samay/contract/core/roles';
import type { FastifyRequest } from 'fastify';
import { tenantIdOf } from '../context/tenant-id.ts';
import { findSession, needsSecondFactor, type SessionRow } from '../db/sessions.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { assertThat, orNotFound } from '../core/app-error.ts';
import type { AccessTokens } from './access-token.ts';
import type { Caller } from '../context/request-context.ts';
import { hashOfDevice, readCookie, sameSecret } from './cookies.ts';

/** For the most sensitive endpoints the second factor must have been proven within this time. */
const freshForMs = 60 * 60_000;

/**
 * Reads the caller of a request: checks the signature of the bearer token and its device cookie,
 * and reads the session's current rows, so that sign-out, removal, a new role and suspension apply
 * from the next request on. Refuses with 401 otherwise.
 */
export async function authenticate(
  request: FastifyRequest,
  dependencies: Dependencies,
  tokens: AccessTokens,
): Promise<Caller> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const now = dependencies.clock();
  const claims = await tokens.verify(orNotFound(token, 'session.required'), now);
  const device = orNotFound(readCookie(request, dependencies.settings, 'device'), 'session.required');
  assertThat(sameSecret(hashOfDevice(device), claims.deviceHash), 'session.required');
  const row = orNotFound(await findSession(dependencies.database, claims.sessionId, now), 'session.ended');
  assertThat(row.user_id === claims.userId && row.device_hash === claims.deviceHash, 'session.ended');
  return callerOf(claims.sessionId, row, awaitedOf(row, dependencies));
}

/** A super admin must have a second factor outside the demo (decisions, "Signing in"). */
function awaitedOf(row: SessionRow, { settings }: Dependencies): Caller['awaits'] {
  if (needsSecondFactor(row)) return 'code';
  return row.role === 'SUPER_ADMIN' && !row.has_factor && !settings.demo ? 'enrolment' : null;
}

function callerOf(sessionId: string, row: SessionRow, awaits: Caller['awaits']): Caller {
  const role = row.role ?? 'EMPLOYEE'; // the fallback of the screens; it gives no permissions
  return {
    kind: 'staff',
    sessionId,
    userId: row.user_id,
    email: row.email,
    name: row.full_name || row.email.split('@')[0] || 'User',
    role,
    assurance: row.assurance,
    awaits,
    hasFactor: row.has_factor,
    assuredAt: row.assured_at,
    tenant: row.tenant_id
      ? {
          id: tenantIdOf(row.tenant_id),
          name: row.tenant_name ?? 'Unknown Tenant',
          suspended: row.tenant_status === 'suspended',
        }
      : null,
    changeStamp: row.change_stamp,
    businessType: row.business_type,
    onboarded: row.onboarding_completed ?? false,
    permissions: awaits ? [] : permissionsOfRow(row),
  };
}

function permissionsOfRow(row: SessionRow): Caller['permissions'] {
  if (row.role === 'SUPER_ADMIN') return permissionsOf('SUPER_ADMIN', 'doctor');
  if (!row.role || !row.tenant_id || !row.business_type || !row.onboarding_completed) return [];
  const permissions = permissionsOf(row.role, row.business_type);
  const mayOverbook = row.role !== 'EMPLOYEE' || row.employees_may_overbook;
  return mayOverbook
    ? permissions
    : permissions.filter((permission) => permission !== 'appointments.overbook');
}

/**
 * Refuses with 403 a caller without the assurance that the endpoint demands
 * (contract/src/core/endpoint.ts, `Assurance`): `session.insufficient_assurance` where a code is
 * missing, `session.factor_required` where the caller has no second factor yet.
 */
export function assertAssured(
  { awaits, hasFactor, assuredAt }: Caller,
  { assurance }: Pick<Endpoint, 'assurance'>,
  now: Date,
): void {
  if (assurance === 'any') return;
  assertThat(awaits !== 'code', 'session.insufficient_assurance');
  assertThat(awaits !== 'enrolment' || assurance === 'enrolment', 'session.factor_required');
  if (assurance === 'aal2-when-enrolled' && hasFactor)
    assertThat(isFresh(assuredAt, now), 'session.insufficient_assurance');
}

function isFresh(assuredAt: Date | null, now: Date): boolean {
  return assuredAt !== null && now.getTime() - assuredAt.getTime() <= freshForMs;
}
