import { asJob, platform, type Tx } from '../db/tenant.ts';
import { run } from '../db/transaction.ts';
import { hashPassword } from '../modules/identity/index.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { demoPassword } from './accounts.ts';
import { lockedUntil } from './days-and-hours.ts';
import { storePrescriptions } from './store-prescriptions.ts';
import { planDemo, type PlannedBusiness } from './plan.ts';
import {
  hasUsers,
  insertBusiness,
  insertClaims,
  insertMember,
  insertPlatformAdmin,
  insertPrescription,
  insertTimes,
  lockMoney,
  openPage,
  markAsDemo,
} from './queries.ts';
import { addMoneyExamples, insertBookings } from './money.ts';
import { businessRows, fileRow, joinedAt, personRow, timeRows } from './rows.ts';

/**
 * Fills an empty database with the demo's people, businesses and bookings, dated around today in
 * India, in one transaction, and marks it as the demo. A database with any user is not changed.
 */
export async function fillEmpty(dependencies: Dependencies): Promise<void> {
  const now = dependencies.clock();
  const plan = planDemo(now);
  const passwordHash = await hashPassword(demoPassword);
  // Files come first: a job deletes a file without a row, and nothing repairs a row without its
  // file.
  const prescriptions = await storePrescriptions(dependencies.files, plan.businesses);
  await asJob(dependencies, async (tx) => {
    if ((await hasUsers(tx)) || (await run(tx, platform, markAsDemo({}))).length === 0) return;
    await insertPlatformAdmin(tx, personRow(plan.superAdmin, passwordHash, now));
    for (const business of plan.businesses) await insertPlanned(tx, business, passwordHash, now);
    for (const prescription of prescriptions) await insertPrescription(tx, fileRow(prescription));
  });
}

async function insertPlanned(
  tx: Tx,
  business: PlannedBusiness,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { id, members } = business;
  const desk = members.find(({ role }) => role === 'EMPLOYEE') ?? members[0];
  await insertBusiness(tx, businessRows(business, now));
  for (const [place, member] of members.entries())
    await insertMember(tx, id, personRow(member, passwordHash, now), {
      role: member.role,
      created_at: joinedAt(place, now),
    });
  const times = timeRows(business, now);
  if (!times) return;
  await insertTimes(tx, times);
  await insertBookings(tx, business, desk, now);
  await addMoneyExamples(tx, business, desk, now);
  await insertClaims(tx, times);
  await lockMoney(tx, id, lockedUntil(now));
  if (business.slug === undefined) return;
  const { slug, deposit = 0 } = business;
  await openPage(tx, { tenantId: id, slug, deposit }, now);
}
