import { statusName } from '@samay/contract/bookings/statuses';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildQueueEntry } from '../../../../../test/builders.ts';
import { placeText } from './next-step.ts';

const modules = join(import.meta.dirname, '../../..');

it('calls a scheduled booking Expected in the queue, Scheduled by its status, Confirmed on Upcoming alone [P-8.39]', () => {
  const entry = buildQueueEntry({ stage: 'expected' });
  expect([placeText(entry, 'doctor'), placeText(entry, 'turf'), statusName.scheduled]).toEqual([
    'Expected',
    'Expected',
    'Scheduled',
  ]);
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const saying = files.filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) && /['"`>]Confirmed/.test(readFileSync(join(modules, file), 'utf8')),
  );
  expect(saying).toEqual(['desk/dashboard/upcoming-card.tsx']);
});
