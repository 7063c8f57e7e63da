import type { Statement } from '../../db/read-in-one-message.ts';
import { asJob, platform } from '../../db/tenant.ts';
import { countChanged } from '../../db/transaction.ts';
import type { Dependencies } from '../../context/dependencies.ts';
import { deleteBookNamesBefore } from './people/book-name-queries.ts';
import { deleteLinksBefore } from './passwords/queries.ts';
import { deleteSessionsBefore } from './sessions/queries.ts';

type Job = Pick<Dependencies, 'database' | 'clock'>;

/** The days for which ended sessions are kept, to answer who was signed in when. */
const sessionDays = 90;
/** The days for which used and expired links are kept, so that their error message is right. */
const linkDays = 30;
/** The years for which the books keep the names of users who left. */
const bookNameYears = 6;

export async function deleteOldSessions(dependencies: Job): Promise<number> {
  return countDeleted(dependencies, deleteSessionsBefore({ before: daysAgo(dependencies, sessionDays) }));
}

export async function deleteOldLinks(dependencies: Job): Promise<number> {
  return countDeleted(dependencies, deleteLinksBefore({ before: daysAgo(dependencies, linkDays) }));
}

export async function deleteOldBookNames(dependencies: Job): Promise<number> {
  const before = new Date(dependencies.clock());
  before.setUTCFullYear(before.getUTCFullYear() - bookNameYears);
  return asJob(dependencies, (tx) => deleteBookNamesBefore(tx, before));
}

async function countDeleted(dependencies: Job, deleting: Statement<unknown>): Promise<number> {
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleting));
}

function daysAgo({ clock }: Job, days: number): Date {
  return new Date(clock().getTime() - days * 86_400_000);
}
