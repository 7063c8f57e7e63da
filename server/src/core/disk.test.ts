import { expect, test } from 'vitest';
import { Disk, isStorageFull, type Room } from './disk.ts';

const limits = { directory: '/', warningMb: 500, reserveMb: 100 };

test('reports the free space, logs each change once, and leaves a state only with a margin of a tenth [O-2.12]', async () => {
  const said: string[] = [];
  const say = (level: string) => (_: object, message: string) => said.push(`${level}: ${message}`);
  let freeMb = 5000;
  const disk = new Disk({
    ...limits,
    free: () => freeMb,
    log: { info: say('info'), warn: say('warn'), error: say('error') },
  });
  const heard: Room[] = [];
  const stop = disk.watch((room) => heard.push(room));

  const seen = [500, 499, 99, 105, 120, 49, 51, 60, 540, 560].map((free) => {
    freeMb = free;
    disk.check();
    return [free, disk.check(), disk.isFull()];
  });
  await stop();
  expect(seen).toEqual([
    [500, 'ample', false],
    [499, 'low', false],
    [99, 'full', true],
    [105, 'full', true],
    [120, 'low', false],
    [49, 'exhausted', true],
    [51, 'exhausted', true],
    [60, 'full', true],
    [540, 'low', false],
    [560, 'ample', false],
  ]);
  expect(heard).toEqual(['low', 'full', 'low', 'exhausted', 'full', 'low', 'ample']);
  expect(said).toEqual([
    'warn: the disk of / has 499 MB left: make room before nothing can be saved any more',
    'error: the disk of / has 99 MB left: nothing new is taken in until there is room',
    'warn: the disk of / has 120 MB left: make room before nothing can be saved any more',
    'error: the disk of / has 49 MB left: nothing is written any more until there is room',
    'error: the disk of / has 60 MB left: nothing new is taken in until there is room',
    'warn: the disk of / has 540 MB left: make room before nothing can be saved any more',
    'info: the disk of / has 560 MB left, which is enough again',
  ]);
});

test('a folder that cannot be read changes nothing', () => {
  let free = () => 1;
  const disk = new Disk({ ...limits, free: () => free() });
  expect(disk.check()).toBe('exhausted');
  free = () => {
    throw new Error('gone');
  };
  expect(disk.check()).toBe('exhausted');
});

test('asks the disk itself', () => {
  expect(new Disk({ ...limits, warningMb: 1e12 }).check()).not.toBe('ample');
});

const diskWith = (megabytes: number) =>
  new Disk({ directory: '/', warningMb: 500, reserveMb: 100, free: () => megabytes });
const failure = (code: string) => Object.assign(new Error('failed'), { code });

test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s is a full disk, also where no disk is watched', (code) => {
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
