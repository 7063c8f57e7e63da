import { expect, test } from 'vitest';
import { csv, textCell } from './csv.ts';

/** Returns the cell of a text as it is written. */
function written(text: string): string {
  return csv([[textCell(text), '']]).slice(0, -',\r\n'.length);
}

test.each([
  ['0123', '"\t0123"'],
  ['9820012345', '"\t9820012345"'],
  ['4123456789012345678', '"\t4123456789012345678"'],
  ['12E4567', '"\t12E4567"'],
  ['022-2345', '"\t022-2345"'],
  ['98200 12345', '"\t98200 12345"'],
  ['+91-98200-12345', '"\t+91-98200-12345"'],
  ['+919820012345 / 022-2345', '"\t+919820012345 / 022-2345"'],
  ['(022) 2345', '"\t(022) 2345"'],
  ['1/2', '"\t1/2"'],
  ['10:30', '"\t10:30"'],
  ['Mar 5', '"\tMar 5"'],
  ['INR 500', '"\tINR 500"'],
  ['$5', '"\t$5"'],
  ['.5', '"\t.5"'],
  ['-5', '"\t-5"'],
  ['TRUE', '"\tTRUE"'],
  ['०१२', '"\t०१२"'],
  ['pay_29QQoUBi66xm2f', 'pay_29QQoUBi66xm2f'],
  ['Ravi', 'Ravi'],
  ['May', 'May'],
  ['Ravi, "Big"', '"Ravi, ""Big"""'],
])('the text %j stays text, as the cell %s [P-10.30]', (text, cell) => {
  expect(written(text)).toBe(cell);
});

test.each([
  ['+A1', "'+A1"],
  ['+1*2', "'+1*2"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['A+B', 'A+B'],
])('the formula %j is text, as the cell %s [P-10.16]', (text, cell) => {
  expect(written(text)).toBe(cell);
});

test('amounts and days stay values, and no other cell is calculated [P-10.16, P-10.30]', () => {
  expect(csv([['2026-11-03', '-150.00', '18', '=1']])).toBe("2026-11-03,-150.00,18,'=1\r\n");
});
