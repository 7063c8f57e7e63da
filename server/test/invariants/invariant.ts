import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** `npm test -- --full` runs the counts that reliability.md names; an ordinary run a few, within a minute. */
export const isFull = process.env['FULL'] === '1';

/** The line that a run leaves behind: what was tried, how often, and how often it went wrong. */
export interface InvariantLine {
  /** As in reliability.md, `I5`. */
  id: string;
  driver: 'embedded' | 'postgres';
  n: number;
  violations: number;
  [measure: string]: string | number;
}

export function printInvariant(line: InvariantLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** An empty folder, and how to delete it. */
export function temporaryFolder(name: string): { folder: string; remove: () => void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `samay-${name}-`));
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
