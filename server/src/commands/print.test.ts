import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
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
