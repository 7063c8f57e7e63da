import type { ChargeList } from '@samay/contract/ledger/charge-list';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readChargeList, writeChargeList } from './queries.ts';

/** Returns the charges that the desk is offered. */
export async function getChargeList(context: TenantContext): Promise<ChargeList> {
  const { list } = await readInOneMessage(context, { list: readChargeList({}) });
  return { offers: [...onlyRow(list).charge_list] };
}

/** Changes the charges that the desk is offered. Charges of bookings stay as they are. */
export async function setChargeList(
  context: TenantContext,
  { body }: { body: ChargeList },
): Promise<ChargeList> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    await run(tx, context, writeChargeList({ charge_list: JSON.stringify(body.offers), now: context.now }));
    await audit(tx, context, 'money.charge_list_changed', context.tenantId, { offers: body.offers.length });
    announce('availability', context.tenantId);
    return body;
  });
}
