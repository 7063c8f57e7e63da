import { isIP } from 'node:net';
import type { Tx } from '../../../db/tenant.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { forgetCounts } from '../../../http/limits/shared-limiter.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey } from '../../identity/index.ts';
import {
  accountOf,
  type AdminAnswer,
  type AdminArguments,
  AdminRefused,
  type AdminWork,
  byCommand,
} from './admin-work.ts';

/**
 * Lets a person try codes again after too many wrong ones and, with the network address from which
 * they failed to sign in, that as well. Failed sign-ins are counted by address, so that nobody can
 * lock an account for its owner.
 */
export async function unlockAccount(
  tx: Tx,
  work: AdminWork,
  { email, address }: AdminArguments,
): Promise<AdminAnswer> {
  const account = await accountOf(tx, email);
  if (address !== undefined && isIP(address) === 0)
    throw new AdminRefused(`${address} is no network address.`);
  const place = address === undefined ? undefined : addressKey(address);
  await forgetCounts(tx, [
    { name: 'codes_person', key: account.id },
    ...(place === undefined
      ? []
      : [
          { name: 'sign_in_account', key: `${place} ${emailKey(account.email)}` },
          { name: 'sign_in_address', key: place },
        ]),
  ]);
  await auditPerson(
    tx,
    work,
    { userId: null, tenantId: account.tenantId },
    'person.unlocked',
    account.id,
    byCommand,
  );
  return {
    lines: [
      `${account.email} may try codes${place === undefined ? '' : ` and sign-ins from ${address}`} again.`,
    ],
  };
}
