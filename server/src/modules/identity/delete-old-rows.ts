import { asJob } from '../../db/tenant.ts';
import type { Dependencies } from '../../context/dependencies.ts';
import { oldLinkDays } from './passwords/policy.ts';
import { deleteLinksBefore } from './passwords/queries.ts';
import { oldSessionDays } from './session/policy.ts';
import { deleteSessionsBefore } from './sessions/queries.ts';

type Job = Pick<Dependencies, 'database' | 'clock'>;

/** Deletes the sessions that ended or expired more than 90 days ago. Returns how many. */
export async function deleteOldSessions(dependencies: Job): Promise<number> {
  return asJob(dependencies, (tx) => deleteSessionsBefore(tx, daysAgo(dependencies, oldSessionDays)));
}

/** Deletes the mailed links that expired more than 30 days ago. Returns how many. */
export async function deleteOldLinks(dependencies: Job): Promise<number> {
  return asJob(dependencies, (tx) => deleteLinksBefore(tx, daysAgo(dependencies, oldLinkDays)));
}

function daysAgo({ clock }: Job, days: number): Date {
  return new Date(clock().getTime() - days * 86_400_000);
}
