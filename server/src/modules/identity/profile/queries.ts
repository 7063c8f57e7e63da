import type { Tx } from '../../../db/tenant.ts';

export async function rename(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.updateTable('users').set({ full_name: name }).where('id', '=', userId).execute();
}
