import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { Dependencies } from '../../../context/dependencies.ts';
import { platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey } from '../../identity/index.ts';
import { type Account, findAccount, findBusiness, readActivePlan } from './queries.ts';

/** A refused command; the message is a sentence for the operator. */
export class AdminRefused extends Error {
  override readonly name = 'AdminRefused';
}

export interface AdminWork {
  readonly dependencies: Pick<Dependencies, 'database' | 'clock' | 'secrets' | 'settings' | 'files'>;
  readonly now: Date;
  readonly requestId: string;
}

export type AdminArguments = Readonly<Record<string, string | undefined>>;

/**
 * Runs a command in a platform transaction and returns the lines to print. A refused one has
 * changed nothing but the audit log.
 */
export type AdminCommand = (
  tx: Tx,
  work: AdminWork,
  given: AdminArguments,
) => Promise<readonly string[] | { readonly refused: string }>;

/** Marks audit rows whose actor is no signed-in person. */
export const byCommand = { by: 'command line' } as const;

/** Audits a command in the log of a business or of the platform. */
export async function auditCommand(
  tx: Tx,
  work: AdminWork,
  action: AuditAction,
  object: string,
  {
    tenantId = null,
    ...detail
  }: { readonly tenantId?: string | null; readonly [name: string]: unknown } = {},
): Promise<void> {
  await auditPerson(tx, work, { userId: null, tenantId }, action, object, { ...byCommand, ...detail });
}

/** Finds and locks a person. @throws AdminRefused for an unknown or deleted one */
export async function lockAccount(tx: Tx, email: string | undefined): Promise<Account> {
  const [account] = await run(tx, platform, findAccount({ emailKey: emailKey(argument(email, 'email')) }));
  if (!account) throw new AdminRefused(`Nobody has the address ${email}.`);
  if (account.deletedAt !== null)
    throw new AdminRefused(`The account of ${email} is deleted. Restore it under Users first.`);
  return account;
}

interface Business {
  readonly id: string;
  readonly name: string;
  readonly plan: string | null;
}

/** Finds and locks a business, by its id or a person's address. @throws AdminRefused */
export async function lockBusiness(tx: Tx, business: string | undefined): Promise<Business> {
  const idOrEmail = argument(business, 'business');
  const [found] = await run(tx, platform, findBusiness({ idOrEmail, key: emailKey(idOrEmail) }));
  if (!found)
    throw new AdminRefused(`There is no business with the id, or a person with the address, ${business}.`);
  const [active] = await run(tx, { tenantId: found.id }, readActivePlan({}));
  return { ...found, plan: active?.plan ?? null };
}

export function argument(value: string | undefined, name: string): string {
  if (!value) throw new AdminRefused(`The ${name} is missing.`);
  return value;
}
