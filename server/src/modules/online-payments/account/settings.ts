import { randomBytes } from 'node:crypto';
import type { OnlineAccount, OnlineAccountChange } from '@samay/contract/online-payments/account';
import { ProviderAway } from '../../../adapters/payments/port.ts';
import { composeReportSecret } from '../../../context/report-address.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { decryptOnline, encryptOnline } from './keys.ts';
import { readAccount, readShortId, saveAccount, switchAccount } from './queries.ts';

const trouble =
  'Razorpay refuses the keys, so that nobody can pay online: make new keys in its dashboard and save them here.';

/** Shows the account of a business, never its secrets. */
export async function getOnlineAccount(context: TenantContext): Promise<OnlineAccount> {
  return show(context, null);
}

async function show(context: TenantContext, eventsSecret: string | null): Promise<OnlineAccount> {
  const { dependencies, caller } = context;
  const read = await readInOneMessage(context, { accounts: readAccount({}), businesses: readShortId({}) });
  const [row] = read.accounts;
  const { shortId } = orNotFound(read.businesses[0]);
  const mayChange = caller.tenant?.suspended !== true;
  const secret = composeReportSecret(dependencies.secrets, 'online-payments', shortId);
  return {
    isOn: row?.isOn ?? false,
    keyId: row?.keyId ?? null,
    eventsAddress: mayChange ? `${dependencies.settings.publicUrl}/api/online-payments/${secret}` : null,
    eventsSecret,
    trouble: row?.refusedAt ? trouble : null,
    may: { change: mayChange },
  };
}

/**
 * Changes the account. Razorpay is asked about the keys first, outside of a transaction. The keys before are kept for
 * the orders of the last day.
 * @throws `online.keys_refused` at the field, `payment.provider_away`; nothing is saved then
 */
export async function changeOnlineAccount(
  context: TenantContext,
  { body: { isOn, keyId, keySecret } }: { readonly body: OnlineAccountChange },
): Promise<OnlineAccount> {
  const { dependencies, tenantId, now } = context;
  const { secrets } = dependencies;
  const [kept] = (await readInOneMessage(context, { accounts: readAccount({}) })).accounts;
  if (kept && !isOn && keySecret === null && keyId === kept.keyId) return turnOff(context);
  if (dependencies.settings.production && keyId.startsWith('rzp_test_'))
    throw refused({ keyId: 'This is a key for tests, which takes no money: please enter the live key' });
  const secret = keySecret ?? (kept && decryptOnline(secrets, tenantId, 'key', kept.encryptedKey));
  if (secret === undefined) throw refused({ keySecret: 'Please enter the key secret of Razorpay' });
  await assertRight(context, { keyId, keySecret: secret });
  const isNew = keySecret !== null || kept === undefined;
  const events = isNew
    ? randomBytes(24).toString('base64url')
    : decryptOnline(secrets, tenantId, 'events', kept.encryptedEvents);
  const isReplaced = kept !== undefined && (isNew || keyId !== kept.keyId);
  await inTenant(context, async (tx) => {
    const saving = saveAccount({
      previousKeyId: (isReplaced ? kept.keyId : kept?.previousKeyId) ?? null,
      previousEncryptedKey: (isReplaced ? kept.encryptedKey : kept?.previousEncryptedKey) ?? null,
      previousEncryptedEvents: (isReplaced ? kept.encryptedEvents : kept?.previousEncryptedEvents) ?? null,
      replacedAt: (isReplaced ? now : kept?.replacedAt) ?? null,
      isOn,
      keyId,
      encryptedKey: encryptOnline(secrets, tenantId, 'key', secret),
      encryptedEvents: encryptOnline(secrets, tenantId, 'events', events),
      now,
    });
    await run(tx, context, saving);
    await audit(tx, context, 'online_account.changed', tenantId, { isOn, isNew });
  });
  return show(context, isNew ? events : null);
}

/** Turns the account off as it is: also where Razorpay is away or refuses the keys. */
async function turnOff(context: TenantContext): Promise<OnlineAccount> {
  await inTenant(context, async (tx) => {
    await run(tx, context, switchAccount({ isOn: false }));
    await audit(tx, context, 'online_account.changed', context.tenantId, { isOn: false, isNew: false });
  });
  return show(context, null);
}

/** Asks Razorpay about the keys. @throws `online.keys_refused`, `payment.provider_away`, `payment.not_available` */
async function assertRight(
  { dependencies: { openAccount }, log }: TenantContext,
  keys: { readonly keyId: string; readonly keySecret: string },
): Promise<void> {
  const open = orNotFound(openAccount, 'payment.not_available');
  const isRight = await open({ ...keys, webhookSecrets: [] })
    .hasRightKeys()
    .catch((error: unknown) => {
      if (!(error instanceof ProviderAway)) throw error;
      log.error({ err: error }, 'Razorpay could not be asked about the keys of a business');
      throw new AppError('payment.provider_away');
    });
  if (!isRight) throw refused({ keySecret: 'Razorpay does not know these keys' });
}

function refused(fields: Record<string, string>): AppError {
  return new AppError('online.keys_refused', { fields });
}
