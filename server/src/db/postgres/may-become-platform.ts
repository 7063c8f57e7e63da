import type { Database } from '../client/database.ts';

/** Whether the role that serves may become `samay_platform` already: before the first migration there is no such role, and no table either. */
export async function mayBecomePlatform({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean | null }>(`select pg_has_role(session_user, to_regrole('samay_platform'), 'member')
    and to_regclass('public.installation') is not null as may`);
  return rows[0]?.may ?? false;
}
