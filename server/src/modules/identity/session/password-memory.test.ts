import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { memorySettings } from '../../../../../scripts/memory-settings.mjs';
import { inheritedEnvironment } from '../../../../test/fixtures/inherited-environment.ts';

const run = promisify(execFile);
const source = new URL('password.ts', import.meta.url).href;
/** Prints by how many MB the process has grown after forty hashes, in all threads. */
const program = `
const { hashPassword } = await import('${source}');
await hashPassword('first');
const before = process.memoryUsage.rss();
for (let round = 0; round < 10; round += 1) await Promise.all(['a', 'b', 'c', 'd'].map(hashPassword));
console.log((process.memoryUsage.rss() - before) / 1e6);`;

async function grownMb(environment: Readonly<Record<string, string>>): Promise<number> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...inheritedEnvironment, ...environment },
  });
  return Number(stdout);
}

// Skipped elsewhere: the setting belongs to glibc.
it.runIf(process.platform === 'linux')(
  'passwords that were hashed leave no memory behind, as the server is started [S-2.15]',
  { timeout: 60_000 },
  async () => {
    expect(await grownMb(memorySettings())).toBeLessThan(25);
    // Checks that the setting is still needed.
    expect(await grownMb({})).toBeGreaterThan(40);
  },
);
