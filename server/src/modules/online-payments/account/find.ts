import { type PaymentProvider, ProviderRefused } from '../../../adapters/payments/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readReportSecret } from '../../../context/report-address.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { decryptOnline } from './keys.ts';
import { type AccountRow, findOfShortId, noteRefused, readAccount } from './queries.ts';

/** The keys of the installation, and the provider with which an account is opened. */
type AccountDependencies = Pick<Dependencies, 'secrets' | 'openAccount'>;

/** An account with which the provider can be asked. */
export interface OnlineAccountInUse {
  readonly keyId: string;
  /** Whether new payments are taken; those that were taken go on in either case. */
  readonly isOn: boolean;
  /** Since when Razorpay refuses the keys. */
  readonly refusedAt: Date | null;
  readonly provider: PaymentProvider;
}

/** Finds the account of a business; undefined where it has none. */
export async function findAccount(
  dependencies: AccountDependencies,
  context: BusinessContext,
): Promise<OnlineAccountInUse | undefined> {
  const { accounts } = await readInOneMessage(context, { accounts: readAccount({}) });
  const [row] = accounts;
  return row && open(dependencies, context.tenantId, row);
}

/** Notes that the provider refuses the keys of a business where that is what an error says: its owner reads it. */
export async function noteWrongKeys(context: BusinessContext, keyId: string, error: unknown): Promise<void> {
  if (!(error instanceof ProviderRefused) || error.reason !== 'keys') return;
  await inTenant(context, (tx) => run(tx, context, noteRefused({ keyId, now: context.now })));
}

/**
 * Finds the business and its account by the secret in the address of its events. Undefined for an address
 * that is not ours, and for a business that is deleted or has no account.
 */
export async function findAccountOfSecret(
  dependencies: Dependencies,
  secret: string,
): Promise<{ readonly context: BusinessContext; readonly account: OnlineAccountInUse } | undefined> {
  const shortId = readReportSecret(dependencies.secrets, 'online-payments', secret);
  if (shortId === undefined) return undefined;
  const { tenants } = await readInOneMessageAsPlatform(dependencies, { tenants: findOfShortId({ shortId }) });
  const [tenant] = tenants;
  if (!tenant) return undefined;
  const context = systemContext(dependencies, { job: 'online.event', tenantId: tenant.id });
  const account = await findAccount(dependencies, context);
  return account && { context, account };
}

function open(
  { secrets, openAccount }: AccountDependencies,
  tenantId: string,
  row: AccountRow,
): OnlineAccountInUse | undefined {
  if (!openAccount) return undefined;
  return {
    keyId: row.keyId,
    isOn: row.isOn,
    refusedAt: row.refusedAt,
    provider: openAccount({
      keyId: row.keyId,
      keySecret: decryptOnline(secrets, tenantId, 'key', row.encryptedKey),
      webhookSecrets: [decryptOnline(secrets, tenantId, 'events', row.encryptedEvents)],
    }),
  };
}
