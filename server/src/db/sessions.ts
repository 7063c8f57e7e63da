import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A live session with its person and business; every field beyond the person's is null where there is no such row. */
export interface SessionRow {
  readonly user_id: string;
  readonly email: string;
  readonly full_name: string | null;
  readonly assurance: 'aal1' | 'aal2';
  readonly device_hash: string;
  readonly role: 'SUPER_ADMIN' | 'BUSINESS_OWNER' | 'BUSINESS_ADMIN' | 'DOCTOR' | 'EMPLOYEE' | null;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly tenant_status: 'active' | 'pending' | 'suspended' | null;
  readonly business_type: 'doctor' | 'turf' | null;
  readonly onboarding_completed: boolean | null;
  /** Whether the person has a second factor, and when this session last proved it. */
  readonly has_factor: boolean;
  readonly assured_at: Date | null;
}

/** The session as it stands now, in one look-up; undefined once it has ended, expired, or its person is gone. */
export async function findSession(database: Database, sessionId: string, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`select * from authenticate(${sessionId}, ${now})`.execute(database.kysely);
  return rows[0];
}

/** Whether the person has a second factor that this session has not proven: it may do nothing before. */
export function owesCode({ has_factor: hasFactor, assurance }: SessionRow): boolean {
  return hasFactor && assurance === 'aal1';
}
