import { expect, test } from 'vitest';
import { clusterMs } from './processor-time.ts';

const stat = (own: number, kernel: number, ended = 0) =>
  `7 (postgres: (a) b) S 1 7 7 0 -1 4194560 10 20 0 0 ${own} ${kernel} ${ended} 1 20 0 1 0 99`;

test('the time of a cluster is that of the postmaster, of what runs and of what has ended [S-2.19]', () => {
  const files: Record<string, string> = {
    '/proc/7/stat': stat(1, 2, 30),
    '/proc/7/task/7/children': '8 9 ',
    '/proc/8/stat': stat(100, 10),
    '/proc/9/stat': stat(200, 20, 5),
  };
  expect(clusterMs(7, (path) => files[path] ?? '')).toBe((1 + 2 + 31 + 110 + 220) * 10);
});

test('a process that ends meanwhile is counted once', () => {
  let endedTicks = 30;
  const read = (path: string) => {
    if (path === '/proc/7/stat') return stat(1, 2, endedTicks);
    if (path === '/proc/8/stat') return stat(100, 10);
    if (path === '/proc/7/task/7/children') return endedTicks === 30 ? '8 9 ' : '8 ';
    endedTicks = 230;
    throw Object.assign(new Error('gone'), { code: 'ENOENT' });
  };
  expect(clusterMs(7, read)).toBe((1 + 2 + 231 + 110) * 10);
});
