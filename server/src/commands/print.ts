import { ArchiveRefused } from '../backup/tar.ts';
import { SecretsRefused } from '../core/secrets.ts';
import { version } from '../core/version.ts';
import { DatabaseRefused } from '../db/database.ts';
import { AdminRefused } from '../modules/platform/index.ts';
import type { BucketLog } from '../adapters/files/bucket-requests.ts';
import { isStartupError } from '../process/startup-checks.ts';
import { systemErrorText } from './system-errors.ts';
import { unavailableFiles } from './unavailable-files.ts';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a command's main function, or with `--version` prints the version alone. A sentence for the operator is printed alone, another error with
 * its stack; both end with exit code 1.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--version')) return say(version);
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${toText(error)}\n`);
    process.exitCode = 1;
  }
}

/** Returns the printed text of an error: its sentence, or its stack if it has none. */
export function toText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (
    sentenceIn(error) ?? unavailableFiles(error) ?? systemErrorText(error) ?? error.stack ?? error.message
  );
}

/** Prints the answers of the bucket of files: a command has no log. */
export const bucketLog: BucketLog = {
  error: (about, message) => process.stderr.write(`${message}: ${reasonIn(about)}\n`),
};

/** Returns whether `parseArgs` of Node refused the arguments: its error is a sentence. */
function isOfArguments(error: unknown): boolean {
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('ERR_PARSE_ARGS_');
}

function reasonIn(about: object): string {
  const { err } = about as { err?: unknown };
  const reasons =
    err instanceof Error ? [err.message, err.cause instanceof Error ? err.cause.message : ''] : [String(err)];
  return reasons.filter((reason) => reason !== '').join(': ');
}

/** Returns the sentence of an error or of its cause; undefined if neither has one. */
function sentenceIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return isSentence(error) ? error.message : sentenceIn(error.cause);
}

function isSentence(error: unknown): boolean {
  return (
    isStartupError(error) ||
    isOfArguments(error) ||
    [AdminRefused, ArchiveRefused, DatabaseRefused, SecretsRefused].some((kind) => error instanceof kind)
  );
}
