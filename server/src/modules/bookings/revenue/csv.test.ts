import type { Transaction } from '@samay/contract/bookings/revenue';
import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

const transaction: Transaction = {
  id: '00000000-0000-4000-8000-000000000001',
  date: '2026-11-03',
  time: '18:00',
  personName: 'Ravi',
  personContact: null,
  serviceName: 'General Consultation',
  paymentMethod: 'UPI',
  amount: 100,
  reference: 'booking_1',
};

test.each([
  ['98200 12345', '98200 12345'],
  ['022-2345', '022-2345'],
  ['+91 98200 12345', '"+91 98200 12345"'],
  ['+919820012345', '"+919820012345"'],
  ['+91-98200-12345', '"+91 98200 12345"'],
  ['+91 (22) 2345.6789', '"+91 (22) 2345.6789"'],
  ['-5', '"-5"'],
  ['+', '"+"'],
  ['+1+2', "'+1+2"],
  ['-2*3', "'-2*3"],
  ['+91/98', "'+91/98"],
  ['+A1', "'+A1"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['A+B', 'A+B'],
  ['Ravi, "Big"', '"Ravi, ""Big"""'],
])('the cell %j is written as %s [P-10.16]', (text, cell) => {
  expect(csvLines([{ ...transaction, personContact: text }])).toBe(
    `2026-11-03,18:00,Ravi,${cell},General Consultation,UPI,1.00,booking_1\r\n`,
  );
});
