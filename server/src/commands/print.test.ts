import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { version } from '../core/version.ts';
import { toText } from './print.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
  code: 'ENOSPC',
  syscall: 'write',
});
const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '-rf' });

it.each([
  [full, 'The disk is full: write.'],
  [new Error('database/1 could not be archived', { cause: full }), 'The disk is full: write.'],
  [missing, 'There is no such file or folder: -rf.'],
  ['words', 'words'],
])('prints a sentence for %s [O-3.4]', (error, text) => {
  expect(toText(error)).toBe(text);
});

it('prints the sentence of Node for arguments that it cannot read [O-3.4]', async () => {
  const read = async () => parseArgs({ args: ['--from', '-rf'], options: { from: { type: 'string' } } });
  const text = await read().then(() => '', toText);
  expect(text).toMatch(/^Option '--from' argument is ambiguous/);
  expect(text).not.toContain('    at ');
});

it('prints where another error comes from', () => {
  expect(toText(new Error('a fault'))).toMatch(/^Error: a fault\n {4}at /);
});

it.each(['backup', 'admin'] as const)(
  'prints the version alone for `%s --version` [O-5.11]',
  async (name) => {
    expect(await runCommand(name, ['--version'], {})).toBe(`${version}\n`);
  },
);

it('prints the version for `--version` of the server, and starts nothing [O-5.11]', () => {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  expect(execFileSync(process.execPath, [main, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
});
