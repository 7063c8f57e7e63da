import { permissionsIn } from '@samay/contract/core/roles';
import type { FastifyRequest } from 'fastify';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { Caller } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie, sameSecret } from '../../../http/cookies.ts';
import { findSession, needsSecondFactor, type SessionRow } from './lookup-queries.ts';

/**
 * Reads the caller of a request: checks token and device cookie, and reads the session's current
 * rows, so that sign-out, removal, a new role and suspension apply from the next request on.
 * @throws 401.
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
  return makeCaller(claims.sessionId, row, awaitedStep(row, dependencies));
}

/** Requires a second factor of super admins outside the demo. */
function awaitedStep(row: SessionRow, { settings }: Dependencies): Caller['awaits'] {
  if (needsSecondFactor(row)) return 'code';
  return row.role === 'SUPER_ADMIN' && !row.has_factor && !settings.demo ? 'enrolment' : null;
}

function makeCaller(sessionId: string, row: SessionRow, awaits: Caller['awaits']): Caller {
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
  if (row.role === 'SUPER_ADMIN') return permissionsIn('SUPER_ADMIN', 'doctor');
  if (!row.role || !row.tenant_id || !row.business_type || !row.onboarding_completed) return [];
  const permissions = permissionsIn(row.role, row.business_type);
  if (row.role !== 'EMPLOYEE') return permissions;
  return permissions.filter(
    (permission) =>
      (permission !== 'appointments.overbook' || row.employees_may_overbook) &&
      (permission !== 'payments.refund' || row.employees_may_refund) &&
      (permission !== 'hours.close' || row.employees_may_close),
  );
}
