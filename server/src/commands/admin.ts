import { createInterface } from 'node:readline/promises';
import { readSettings } from '../core/settings.ts';
import { adminCommandNamed, adminCommands } from '../modules/platform/index.ts';
import { openInstallation } from './installation.ts';
import { runMain, say } from './print.ts';

/**
 * `npm run admin -- <command> …`: runs the commands that a super admin has no screen for, or that
 * are needed without a super admin. Every use is audited.
 */
async function main([name = '', ...values]: string[]): Promise<void> {
  const command = adminCommandNamed(name);
  if (
    !command ||
    values.length > command.takes.length ||
    values.length < command.takes.filter((one) => !one.startsWith('[')).length
  ) {
    say(usage());
    process.exitCode = name === '' || name === 'help' ? 0 : 1;
    return;
  }
  const given: Record<string, string> = {};
  for (const [place, value] of values.entries()) given[plain(command.takes[place] ?? '')] = value;
  if (command.takes.includes('[code]') && given['code'] === undefined)
    given['code'] = await askForCode(given['approver'] ?? '');
  const installation = await openInstallation(readSettings(process.env));
  try {
    for (const line of await installation.runAdmin(name, given)) say(line);
  } finally {
    await installation.close();
  }
}

/** Reads a code from the terminal or a pipe: an argument would stay in the shell's history. */
async function askForCode(approver: string): Promise<string> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY,
  });
  try {
    return await lines.question(`Code of the authenticator app of ${approver}, or a recovery code: `);
  } finally {
    lines.close();
  }
}

function usage(): string {
  const all = Object.entries(adminCommands).map(
    ([name, { takes, summary }]) => [[name, ...takes.map(shown)].join(' '), summary] as const,
  );
  const width = Math.max(...all.map(([call]) => call.length)) + 2;
  return [
    'npm run admin -- <command>',
    '',
    ...all.map(([call, summary]) => `  ${call.padEnd(width)}${summary}`),
  ].join('\n');
}

function plain(name: string): string {
  return name.replaceAll(/[[\]]/g, '');
}

function shown(name: string): string {
  return name.startsWith('[') ? name : `<${name}>`;
}

await runMain(() => main(process.argv.slice(2)));
