import { PlanId } from '@samay/contract/tenancy/plans';
import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import { switchPlan } from '../../tenancy/index.ts';
import {
  type AdminAnswer,
  type AdminArguments,
  AdminRefused,
  type AdminWork,
  argument,
  byCommand,
} from './admin-work.ts';
import { findBusiness, listPlanIds } from './queries.ts';

/**
 * Shows the plan of a business, or switches it to another one at once, without payment and without
 * an end.
 */
export async function changePlan(
  tx: Tx,
  work: AdminWork,
  { business, plan }: AdminArguments,
): Promise<AdminAnswer> {
  const found = await findBusiness(tx, argument(business, 'business'));
  if (!found)
    throw new AdminRefused(`There is no business with the id, or a person with the address, ${business}.`);
  const owner = { userId: null, tenantId: found.id };
  if (plan === undefined) {
    await auditPerson(tx, work, owner, 'subscription.viewed', found.id, byCommand);
    return { lines: [`${found.name} (${found.id}): ${found.plan ?? 'no plan'}`] };
  }
  const known = await listPlanIds(tx);
  if (!known.includes(plan)) throw new AdminRefused(`There is no plan ${plan}. Plans: ${known.join(', ')}.`);
  const was = await switchPlan(tx, { tenantId: found.id, planId: PlanId.parse(plan), now: work.now });
  await auditPerson(tx, work, owner, 'subscription.changed', found.id, { ...byCommand, was, becomes: plan });
  return { lines: [`${found.name} had ${was ?? 'no plan'}, and has ${plan} now.`] };
}
