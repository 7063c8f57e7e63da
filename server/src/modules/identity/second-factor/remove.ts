import type { FactorProof } from '@samay/contract/identity/second-factor';
import type { SessionContext } from '../../../context/request-context.ts';
import type { Settings } from '../../../core/settings.ts';
import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import { mailFactorNotice } from './email-templates.ts';
import { prove } from './prove.ts';
import { deleteFactor } from './queries.ts';
import type { CodeLimits } from './code-limits.ts';

/**
 * Takes the second factor of another person away and tells them, in a platform transaction of a
 * super admin. The caller audits it.
 */
export async function takeFactorAway(
  tx: Tx,
  { now, dependencies }: { now: Date; dependencies: { readonly settings: Pick<Settings, 'publicUrl'> } },
  person: { readonly id: string; readonly email: string },
): Promise<void> {
  await deleteFactor(tx, person.id);
  await mailFactorNotice(tx, { caller: person, now, dependencies }, 'taken_away');
}

/** Turns the second factor off with one of its codes. @throws the errors of `prove`. */
export async function removeFactor(
  context: SessionContext,
  proof: FactorProof,
  limits: CodeLimits,
): Promise<void> {
  const { userId, tenant } = context.caller;
  await prove(context, limits, proof, async (tx) => {
    await auditPerson(tx, context, { userId, tenantId: tenant?.id ?? null }, 'factor.disabled', userId);
    await deleteFactor(tx, userId);
    await mailFactorNotice(tx, context, 'off');
  });
}
