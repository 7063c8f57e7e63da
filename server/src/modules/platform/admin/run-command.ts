import { asPlatform } from '../../../db/tenant.ts';
import { type AdminArguments, type AdminCommand, AdminRefused, type AdminWork } from './admin-work.ts';
import {
  acceptAuditLog,
  bringArchive,
  changePlan,
  countTallies,
  reencryptValues,
  replayOutbox,
  showChecks,
  showOutbox,
} from './data-commands.ts';
import {
  endSessions,
  makeSuperAdmin,
  removeLostFactor,
  removeSuperAdmin,
  showSessions,
  showSuperAdmins,
  unlockAccount,
} from './people-commands.ts';

interface Command {
  /** The arguments after the name; those in brackets may be left out. */
  readonly takes: readonly string[];
  readonly summary: string;
  readonly run: AdminCommand;
}

/** Every command of `npm run admin`. */
export const adminCommands: Readonly<Record<string, Command>> = {
  'super-admins': { takes: [], summary: 'list the super admins', run: showSuperAdmins },
  'make-super-admin': {
    takes: ['email'],
    summary: 'make a person a super admin; prints a link to set a password if they have none',
    run: makeSuperAdmin,
  },
  'remove-super-admin': {
    takes: ['email'],
    summary: 'take the rights away; the last super admin stays',
    run: removeSuperAdmin,
  },
  'remove-second-factor': {
    takes: ['email', 'approver', '[code]'],
    summary:
      'take a lost second factor away; another super admin approves with a code of theirs, which is asked for',
    run: removeLostFactor,
  },
  unlock: {
    takes: ['email', '[address]'],
    summary: 'let a person try codes again, and with a network address sign-ins from there',
    run: unlockAccount,
  },
  sessions: { takes: ['email'], summary: 'list where a person is signed in', run: showSessions },
  'end-sessions': { takes: ['email'], summary: 'sign a person out everywhere', run: endSessions },
  plan: {
    takes: ['business', '[plan]'],
    summary: 'show or switch the plan of a business, given by id or the address of one of its people',
    run: changePlan,
  },
  outbox: { takes: [], summary: 'show what waits to be sent and what failed', run: showOutbox },
  'replay-outbox': {
    takes: [],
    summary: 'send what failed or waits for another try again now',
    run: replayOutbox,
  },
  checks: { takes: [], summary: 'show what the daily checks of stored data found', run: showChecks },
  'recount-tallies': {
    takes: [],
    summary: 'count all tallies again from the bookings; writes wait meanwhile',
    run: countTallies,
  },
  reencrypt: {
    takes: [],
    summary: 'encrypt under the first of the keys what other keys encrypted',
    run: reencryptValues,
  },
  'import-archive': {
    takes: ['business', 'path'],
    summary: 'import an owner’s export of another installation into an empty business; writes wait meanwhile',
    run: bringArchive,
  },
  'accept-audit-log': {
    takes: ['business'],
    summary: 'accept the audit log of a business as it is',
    run: acceptAuditLog,
  },
};

export function adminCommandNamed(name: string): Command | undefined {
  return Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
}

/** Runs one command in one transaction with its audit rows. @throws AdminRefused */
export async function runAdminCommand(
  dependencies: AdminWork['dependencies'],
  name: string,
  given: AdminArguments,
): Promise<readonly string[]> {
  const command = adminCommandNamed(name);
  if (!command) throw new AdminRefused(`There is no command ${name}.`);
  const work: AdminWork = { dependencies, now: dependencies.clock(), requestId: 'admin command' };
  const answer = await asPlatform(dependencies, (tx) => command.run(tx, work, given)).catch(
    (error: unknown) => {
      if (!isLastAdmin(error)) throw error;
      throw new AdminRefused('This is the last super admin. Make another one first.');
    },
  );
  // Throws after the commit, so that a refusal is audited.
  if ('refused' in answer) throw new AdminRefused(answer.refused);
  return answer;
}

/** Recognises the database's refusal by its constraint. */
function isLastAdmin(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'keep_a_super_admin';
}
