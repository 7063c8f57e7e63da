import { asJob } from '../../db/tenant.ts';
import type { Dependencies } from '../../context/dependencies.ts';
import { deleteLinksBefore } from './passwords/queries.ts';
import { deleteSessionsBefore } from './sessions/queries.ts';

type Job = Pick<Dependencies, 'database' | 'clock'>;

/** Keeps ended sessions for so many days, to answer who was signed in when. */
const sessionDays = 90;
/** Keeps used and expired links for so many days, so that their error message is right. */
const linkDays = 30;

export async function deleteOldSessions(dependencies: Job): Promise<number> {
  return asJob(dependencies, (tx) => deleteSessionsBefore(tx, daysAgo(dependencies, sessionDays)));
}

export async function deleteOldLinks(dependencies: Job): Promise<number> {
  return asJob(dependencies, (tx) => deleteLinksBefore(tx, daysAgo(dependencies, linkDays)));
}

function daysAgo({ clock }: Job, days: number): Date {
  return new Date(clock().getTime() - days * 86_400_000);
}
