import { type PaymentProvider, ProviderAway, ProviderRefused } from '../../../adapters/payments/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readReportSecret } from '../../../context/report-address.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { decryptOnline } from './keys.ts';
import {
  type AccountRow,
  findOfShortId,
  listRefused,
  noteRefused,
  noteTaken,
  readAccount,
} from './queries.ts';

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
  /** The account of the keys before, with which orders of the last day are settled. */
  readonly previous?: { readonly keyId: string; readonly provider: PaymentProvider };
}

/** How long the keys before are used, in milliseconds: as long as an open order is asked about. */
const previousMs = 25 * 3_600_000;

/** Finds the account of a business; undefined where it has none. */
export async function findAccount(
  dependencies: AccountDependencies,
  context: BusinessContext,
): Promise<OnlineAccountInUse | undefined> {
  const { accounts } = await readInOneMessage(context, { accounts: readAccount({}) });
  const [row] = accounts;
  return row && open(dependencies, context, row);
}

/**
 * Does work with the account of the key that an order was made with: that of the keys before for as long as it is
 * kept, and with the present one where the provider refuses those. Notes that it refuses the present keys, and that it
 * takes them again.
 * Undefined where the business has no account. @throws what the work throws
 */
export async function withAccountOfKey<T>(
  dependencies: AccountDependencies,
  context: BusinessContext,
  keyId: string | null,
  work: (account: OnlineAccountInUse) => Promise<T>,
): Promise<T | undefined> {
  const account = await findAccount(dependencies, context);
  if (!account) return undefined;
  if (account.previous && account.previous.keyId === keyId)
    try {
      return await work({ ...account, ...account.previous });
    } catch (error) {
      if (!isOfKeys(error)) throw error;
    }
  try {
    const done = await work(account);
    if (account.refusedAt !== null) await noteRightKeys(context, account.keyId);
    return done;
  } catch (error) {
    await noteWrongKeys(context, account.keyId, error);
    throw error;
  }
}

function isOfKeys(error: unknown): boolean {
  return error instanceof ProviderRefused && error.reason === 'keys';
}

/** Notes that the provider refuses the keys of a business where that is what an error says: its owner reads it. */
export async function noteWrongKeys(context: BusinessContext, keyId: string, error: unknown): Promise<void> {
  if (!(error instanceof ProviderRefused) || error.reason !== 'keys') return;
  await inTenant(context, (tx) => run(tx, context, noteRefused({ keyId, now: context.now })));
}

async function noteRightKeys(context: BusinessContext, keyId: string): Promise<void> {
  await inTenant(context, (tx) => run(tx, context, noteTaken({ keyId })));
}

/** How long after a refusal the provider is asked whether it takes the keys after all, in milliseconds. */
const doubtedMs = 3_600_000;
const mostDoubted = 20;

/**
 * Asks the provider about the keys that it has refused within an hour, and takes payments by them again where that was
 * its fault: it refuses right keys while it is in trouble.
 */
export async function askAboutRefusedKeys(dependencies: Dependencies): Promise<void> {
  const since = new Date(dependencies.clock().getTime() - doubtedMs);
  const { refused } = await readInOneMessageAsPlatform(dependencies, {
    refused: listRefused({ since, most: mostDoubted }),
  });
  await Promise.all(
    refused.map(async ({ tenant_id: tenantId }) => {
      const context = systemContext(dependencies, { job: 'ask about keys', tenantId });
      try {
        const account = await findAccount(dependencies, context);
        if (account && (await account.provider.hasRightKeys())) await noteRightKeys(context, account.keyId);
      } catch (error) {
        const text = 'a provider could not be asked about keys; it is soon';
        if (error instanceof ProviderAway) dependencies.log?.info({ reason: error.message, tenantId }, text);
        else dependencies.log?.error({ err: error, tenantId }, text);
      }
    }),
  );
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
  { tenantId, now }: BusinessContext,
  row: AccountRow,
): OnlineAccountInUse | undefined {
  if (!openAccount) return undefined;
  const previous = findPrevious(row, now);
  const events = [row.encryptedEvents, ...(previous ? [previous.encryptedEvents] : [])];
  const webhookSecrets = events.map((secret) => decryptOnline(secrets, tenantId, 'events', secret));
  const openWith = (keyId: string, encrypted: Buffer) => ({
    keyId,
    provider: openAccount({
      keyId,
      keySecret: decryptOnline(secrets, tenantId, 'key', encrypted),
      webhookSecrets,
    }),
  });
  return {
    isOn: row.isOn,
    refusedAt: row.refusedAt,
    ...openWith(row.keyId, row.encryptedKey),
    ...(previous &&
      previous.keyId !== row.keyId && { previous: openWith(previous.keyId, previous.encryptedKey) }),
  };
}

/** Finds what the latest change replaced, for as long as it is used. */
function findPrevious(
  {
    previousKeyId: keyId,
    previousEncryptedKey: encryptedKey,
    previousEncryptedEvents: encryptedEvents,
    replacedAt,
  }: AccountRow,
  now: Date,
) {
  if (keyId === null || !encryptedKey || !encryptedEvents || !replacedAt) return undefined;
  if (now.getTime() - replacedAt.getTime() >= previousMs) return undefined;
  return { keyId, encryptedKey, encryptedEvents };
}
