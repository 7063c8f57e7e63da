import type { TenantId, Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { keptColumns, moneyColumns } from '../rows/change.ts';
import { lockBooking } from '../rows/queries.ts';
import { writeRows } from '../rows/write.ts';
import { type WrittenMoney, readPayments } from '../../ledger/index.ts';

/**
 * Writes rows of money to a booking without their verbs, such as the demo's, with its amount and the
 * tallies.
 */
export async function addMoney(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  id: string,
  money: WrittenMoney,
): Promise<void> {
  const before = onlyRow(await run(tx, work, lockBooking({ id })));
  const rows = await run(tx, work, readPayments({ ids: [id] }));
  const { updated_at } = before;
  const values = moneyColumns(before, rows, money);
  const at = money.payments.at(-1)?.taken_at ?? updated_at;
  const columns = { ...values, ...keptColumns(before, values, at), updated_at };
  const after = { ...before, ...(columns as Partial<typeof before>) };
  const sent: Promise<unknown>[] = [];
  writeRows((one) => sent.push(run(tx, work, one)), [{ before, after, columns, money }], {});
  await Promise.all(sent);
}
