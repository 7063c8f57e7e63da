import type { Role } from '@samay/contract/roles';
import { asPlatform } from '../src/db/tenant.ts';
import { emailKey } from '../src/features/session/index.ts';
import { testNow, type TestApp } from './app.ts';
import type { BuiltTenant } from './builders.ts';

type World = Pick<TestApp, 'database'>;

/** A pending invitation put straight into the table, without its mail; returns its id. */
export async function buildInvitation(
  { database }: World,
  tenant: BuiltTenant,
  email: string,
  about: { role?: Exclude<Role, 'SUPER_ADMIN'>; addedBy?: string | null; createdAt?: Date; expiresAt?: Date } = {},
): Promise<string> {
  const createdAt = about.createdAt ?? new Date(testNow);
  const { id } = await asPlatform({ database }, (tx) =>
    tx
      .insertInto('invitations')
      .values({
        tenant_id: tenant.id,
        email,
        email_key: emailKey(email),
        role: about.role ?? 'EMPLOYEE',
        added_by: about.addedBy ?? null,
        created_at: createdAt,
        sent_at: createdAt,
        expires_at: about.expiresAt ?? new Date(createdAt.getTime() + 7 * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

export async function membershipsOf({ database }: World, userId: string): Promise<{ tenant_id: string; role: string }[]> {
  return asPlatform({ database }, (tx) =>
    tx.selectFrom('memberships').select(['tenant_id', 'role']).where('user_id', '=', userId).execute(),
  );
}

/** The addresses that a business waits for. */
export async function pendingOf({ database }: World, tenant: BuiltTenant): Promise<string[]> {
  const rows = await asPlatform({ database }, (tx) =>
    tx.selectFrom('invitations').select('email').where('tenant_id', '=', tenant.id).where('activated_at', 'is', null).execute(),
  );
  return rows.map(({ email }) => email);
}
