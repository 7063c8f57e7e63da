import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foreignWords, isForBusinesses } from './business-words.mjs';

// The texts that a screen takes from the contract are checked there (core/errors.test.ts,
// audit/audit-log.test.ts).

const root = join(import.meta.dirname, '..', '..', '..');
const files = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `web/src/${path}`)
  .filter(isForBusinesses);

it('a clinic reads no word of a turf, and a turf no word of a clinic [P-16.17]', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(
    files.flatMap((path) => foreignWords({ path, text: readFileSync(join(root, path), 'utf8') })),
  ).toEqual([]);
});

it.each([
  ['<Text>Every booking is an event</Text>', ['Every booking is an event']],
  ["const hint = 'Owners and doctors always may.';", ['Owners and doctors always may.']],
  ['const hint = `${count} bookings stay`;', ['bookings stay']],
  ["const words = { doctor: 'Find a booking', turf: 'Find a booking' };", ['Find a booking']],
  ["const words = { doctor: 'Find a patient', turf: 'Find a patient' };", ['Find a patient']],
  [
    "const title = businessType === 'turf' ? 'Your patients' : 'Your customers';",
    ['Your patients', 'Your customers'],
  ],
  ["const title = businessType !== 'turf' ? 'Your patients' : 'Your customers';", []],
  ['{isDoctor && <th>Court 1</th>}', ['Court 1']],
  ["const label = 'Copy booking reference';", []],
  ["const key = ['booking', booking.id];", []],
  ["import { x } from './Booking of.ts';", []],
])('of %s it finds %j', (text, found) => {
  const path = 'web/src/a.tsx';
  expect(foreignWords({ path, text })).toEqual(found.map((one) => `${path}: ${one}`));
});
