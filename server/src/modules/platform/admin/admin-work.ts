import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { emailKey } from '../../identity/index.ts';
import { findAccount, type Account } from './queries.ts';

/** A command that is refused; the message is a sentence for the operator. */
export class AdminRefused extends Error {
  override readonly name = 'AdminRefused';
}

/** What a command works with: the same whether a server runs it or the command line itself. */
export interface AdminWork {
  readonly dependencies: Pick<Dependencies, 'database' | 'clock' | 'secrets' | 'settings'>;
  readonly now: Date;
  readonly requestId: string;
}

/** What the operator gave: values by name. */
export type AdminArguments = Readonly<Record<string, string | undefined>>;

/** What is printed. With `refused` the command changed nothing but the audit log, and fails. */
export interface AdminAnswer {
  readonly lines: readonly string[];
  readonly refused?: string;
}

/** The audit rows of commands say so: no signed-in person did it. */
export const byCommand = { by: 'command line' } as const;
export const nobody = { userId: null, tenantId: null } as const;

/** The person of an address, locked. @throws AdminRefused for an unknown one */
export async function accountOf(tx: Tx, email: string | undefined): Promise<Account> {
  const account = await findAccount(tx, emailKey(argument(email, 'email')));
  if (!account) throw new AdminRefused(`Nobody has the address ${email}.`);
  if (account.deletedAt !== null)
    throw new AdminRefused(`The account of ${email} is deleted. Restore it under Users first.`);
  return account;
}

export function argument(value: string | undefined, name: string): string {
  if (!value) throw new AdminRefused(`The ${name} is missing.`);
  return value;
}
