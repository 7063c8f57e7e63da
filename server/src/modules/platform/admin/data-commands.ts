import { formatInstant, indiaDate } from '@samay/contract/core/time';
import { PlanId } from '@samay/contract/tenancy/plans';
import { platform } from '../../../db/tenant.ts';
import { raiseStamp, run } from '../../../db/transaction.ts';
import { switchPlan, usageOf, usageOn } from '../../tenancy/index.ts';
import { importArchive, ImportRefused } from '../../archives/index.ts';
import { reencrypt } from '../keys/reencrypt.ts';
import { sendAgain } from '../outbox/replay.ts';
import { type AdminCommand, AdminRefused, argument, auditCommand, lockBusiness } from './admin-work.ts';
import {
  forgetAuditAnchor,
  listFailedChecks,
  listPlanIds,
  listTenantIds,
  recountTallies,
  tallyOutbox,
} from './queries.ts';

/** Shows the plan of a business, or switches it, without payment and without an end. */
export const changePlan: AdminCommand = async (tx, work, { business, plan }) => {
  const { id, name, plan: before } = await lockBusiness(tx, business);
  if (plan === undefined) {
    await auditCommand(tx, work, 'subscription.viewed', id, { tenantId: id });
    return [`${name} (${id}): ${before ?? 'no plan'}`];
  }
  const known = (await run(tx, platform, listPlanIds({}))).map(({ id: planId }) => planId);
  if (!known.includes(plan)) throw new AdminRefused(`There is no plan ${plan}. Plans: ${known.join(', ')}.`);
  const was = await switchPlan(tx, { tenantId: id, planId: PlanId.parse(plan), now: work.now });
  await auditCommand(tx, work, 'subscription.changed', id, { tenantId: id, was, becomes: plan });
  return [`${name} had ${was ?? 'no plan'}, and has ${plan} now.`];
};

/** Shows the waiting and failed rows of the outbox by kind, with the latest reason. */
export const showOutbox: AdminCommand = async (tx, work) => {
  await auditCommand(tx, work, 'delivery.listed', 'outbox');
  const lines = (await run(tx, platform, tallyOutbox({}))).map(({ kind, waiting, failed, oldest, reason }) =>
    [
      `${kind}: ${waiting} wait`,
      oldest && `the oldest since ${formatInstant(oldest.toISOString())}`,
      `${failed} failed`,
      reason && `last reason: ${reason}`,
    ]
      .filter(Boolean)
      .join(', '),
  );
  return lines.length > 0 ? lines : ['Everything is delivered.'];
};

/**
 * Sends failed rows and those that wait for another try now, except rows that name people and have
 * failed for good.
 */
export const replayOutbox: AdminCommand = async (tx, work) => {
  const queued = await sendAgain(tx, work.now);
  await auditCommand(tx, work, 'delivery.retried', 'outbox', { queued });
  return [`${queued} effects are sent again now.`];
};

export const showChecks: AdminCommand = async (tx, work) => {
  await auditCommand(tx, work, 'integrity.listed', 'platform');
  const lines = (await run(tx, platform, listFailedChecks({}))).map(
    ({ tenantId, kind, found, findings }) =>
      `${kind} of ${tenantId}: ${found} faults, the first of them: ${findings.join('; ')}`,
  );
  return lines.length > 0 ? lines : ['All stored data held against its checks when they last ran.'];
};

/** Encrypts values of other keys than the first under the first; some are left for another run. */
export const reencryptValues: AdminCommand = async (tx, work) => {
  const { written, left } = await reencrypt(tx, work.dependencies.secrets);
  await auditCommand(tx, work, 'integrity.reencrypted', 'platform', { written, left });
  if (left === 0) return [`${written} values were encrypted. Everything is under the first key.`];
  return [
    `${written} values were encrypted. ${left} need another key: run this again. If the number stays, they are recovery codes, whose owners make new ones under Settings.`,
  ];
};

/** Recomputes all tallies from the bookings. Writes wait until the end. */
export const countTallies: AdminCommand = async (tx, work) => {
  await run(tx, platform, recountTallies({}));
  for (const { id } of await run(tx, platform, listTenantIds({}))) await raiseStamp(tx, id);
  await auditCommand(tx, work, 'integrity.recounted', 'platform');
  return ['The tallies of all businesses were counted again. The next daily check compares them.'];
};

/** Accepts the log of a business: the next check does not compare its end with the last good one. */
export const acceptAuditLog: AdminCommand = async (tx, work, { business }) => {
  const { id, name } = await lockBusiness(tx, business);
  await run(tx, platform, forgetAuditAnchor(id));
  await auditCommand(tx, work, 'integrity.accepted', id);
  return [`The audit log of ${name} counts as it is from now on. Links that are broken are still found.`];
};

/** Imports an owner's archive of another installation into an empty business. */
export const bringArchive: AdminCommand = async (tx, work, { business, path }) => {
  const { id } = await lockBusiness(tx, business);
  const { files } = work.dependencies;
  const lines = await importArchive(tx, { files, tenantId: id, now: work.now }, argument(path, 'path')).catch(
    (error: unknown) => {
      throw error instanceof ImportRefused ? new AdminRefused(error.message, { cause: error }) : error;
    },
  );
  await auditCommand(tx, work, 'archive.imported', id, { tenantId: id });
  const { planName, limit, hidden } = usageOf(await run(tx, { tenantId: id }, usageOn(indiaDate(work.now))));
  if (hidden === 0) return lines;
  return [
    ...lines,
    `${planName} has room for ${limit} bookings a month: ${hidden} of this month are hidden until the business has a larger plan (npm run admin -- plan), or a limit of its own.`,
  ];
};
