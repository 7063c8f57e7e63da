import type { BusinessDetails } from '@samay/contract/tenancy/business-details';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readBusinessDetails, writeBusinessDetails } from './queries.ts';

/** Returns the business's address and numbers, which its slips and papers show. */
export async function getBusinessDetails(context: TenantContext): Promise<BusinessDetails> {
  const row = onlyRow((await readInOneMessage(context, { details: readBusinessDetails({}) })).details);
  return {
    address: row.address,
    telephone: row.telephone,
    registrationNumber: row.registration_number,
    mapLink: row.map_link,
  };
}

/** Changes the business's address and numbers; an empty text removes one. Papers that are made keep theirs. */
export async function changeBusinessDetails(
  context: TenantContext,
  { body }: { body: BusinessDetails },
): Promise<BusinessDetails> {
  const address = body.address || null;
  const telephone = body.telephone || null;
  const registrationNumber = body.registrationNumber || null;
  const { mapLink } = body;
  const row = { address, telephone, registration_number: registrationNumber, map_link: mapLink };
  await inTenant(context, async (tx) => {
    await run(tx, context, writeBusinessDetails({ ...row, now: context.now }));
    const named = Object.entries(row).filter(([, value]) => value !== null);
    await audit(tx, context, 'business_profile.details_changed', context.tenantId, {
      named: named.map(([name]) => name),
    });
  });
  return { address, telephone, registrationNumber, mapLink };
}
