import { asJob } from '../../db/tenant.ts';
import type { Dependencies } from '../../context/dependencies.ts';
import { deleteLinksBefore } from './passwords/queries.ts';
import { deleteSessionsBefore } from './sessions/queries.ts';

type Job = Pick<Dependencies, 'database' | 'clock'>;

/** The days for which ended sessions are kept, to answer who was signed in when. */
const sessionDays = 90;
/** The days for which used and expired links are kept, so that their error message is right. */
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
