import { ProviderRefused } from '../../../adapters/payments/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { noteRefused } from './queries.ts';

/** Notes that the provider refuses the keys of a business where that is what an error says: its owner reads it. */
export async function noteWrongKeys(context: BusinessContext, keyId: string, error: unknown): Promise<void> {
  if (!(error instanceof ProviderRefused) || error.reason !== 'keys') return;
  await inTenant(context, (tx) => run(tx, context, noteRefused({ keyId, now: context.now })));
}
