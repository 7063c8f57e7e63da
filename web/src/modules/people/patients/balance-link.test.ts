import { expect, it } from 'vitest';
import { balanceLink } from './balance-link.ts';

type Patient = Parameters<typeof balanceLink>[0]['patient'];
const owing = [{ due: 300_00 }, { due: 200_00 }] as Patient['owing'];
const about = { today: '2026-11-21', business: 'City Care Clinic', visits: 'visits', upiId: null };
const rohan = { name: 'Rohan Patil', contact: '98200 11223', owing, born: null, guardian: null };
const toText = (patient: Partial<Patient>) =>
  new URL(balanceLink({ ...about, patient: { ...rohan, ...patient } }) ?? '').searchParams.get('text');

it.each([
  [{}, 'Rohan Patil, ₹500 is due at City Care Clinic for 2 visits.'],
  [{ born: '1992', guardian: null }, 'Rohan Patil, ₹500 is due at City Care Clinic for 2 visits.'],
  [{ born: '1950', guardian: 'Asha' }, 'Rohan Patil, ₹500 is due at City Care Clinic for 2 visits.'],
  [
    { born: '2020', guardian: 'Sunita Patil' },
    'Sunita Patil, ₹500 is due at City Care Clinic for 2 visits of Rohan Patil.',
  ],
  [
    { born: null, guardian: 'Sunita Patil' },
    'Sunita Patil, ₹500 is due at City Care Clinic for 2 visits of Rohan Patil.',
  ],
  [{ born: '2026-03', guardian: null }, '₹500 is due at City Care Clinic for 2 visits of Rohan Patil.'],
])('of %j addresses who pays, never a child [P-12.40]', (patient, text) => {
  expect(toText(patient)).toBe(text);
});

it('is none for a landline [P-12.30]', () => {
  expect(balanceLink({ ...about, patient: { ...rohan, contact: '080 2345 6789' } })).toBeNull();
});
