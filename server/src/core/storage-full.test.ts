import { expect, test } from 'vitest';
import { Disk } from './disk.ts';
import { isStorageFull } from './storage-full.ts';

const diskWith = (megabytes: number) => new Disk({ directory: '/', warningMb: 500, reserveMb: 100, free: () => megabytes });
const failure = (code: string) => Object.assign(new Error('failed'), { code });

test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s is a full disk, whoever watches one', (code) => {
  expect(isStorageFull(failure(code), undefined)).toBe(true);
});

test('a transaction that may only read is one where this disk is full, and a fault otherwise', () => {
  expect(isStorageFull(failure('25006'), diskWith(50))).toBe(true);
  expect(isStorageFull(failure('25006'), diskWith(5_000))).toBe(false);
  expect(isStorageFull(failure('25006'), undefined)).toBe(false);
});

test.each([failure('57P03'), new Error('failed'), 'ENOSPC', undefined])('nothing else is: %s', (error) => {
  expect(isStorageFull(error, diskWith(50))).toBe(false);
});
