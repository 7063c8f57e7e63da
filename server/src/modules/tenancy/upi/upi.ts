import type { Upi } from '@samay/contract/tenancy/upi';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readUpiId, saveUpiId } from './queries.ts';

export async function getUpi(context: TenantContext): Promise<Upi> {
  const [row] = (await readInOneMessage(context, { upi: readUpiId({}) })).upi;
  return { upiId: row?.upi_id ?? null };
}

/** Changes or removes the UPI id. The audit row has it, because money goes there. */
export async function changeUpi(context: TenantContext, { body: { upiId } }: { body: Upi }): Promise<Upi> {
  const { tenantId, now } = context;
  await inTenant(context, async (tx) => {
    await run(tx, context, saveUpiId(tenantId, upiId, now));
    await audit(tx, context, 'business_profile.upi_changed', tenantId, { upiId });
  });
  return { upiId };
}
