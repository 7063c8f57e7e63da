import { expect, it } from 'vitest';
import { buildDrawer } from '../../../../test/drawers.ts';
import { countBody, countedCash, countErrors, nothingCounted } from './counting.ts';

const drawer = (expected: number) => buildDrawer({ expected });
const typed = (with_: Partial<typeof nothingCounted>) => ({ ...nothingCounted, ...with_ });

it.each([
  [{ counted: '' }, null],
  [{ counted: '4,250' }, 4_250_00],
  [{ counted: '42x' }, Number.NaN],
  [{ notes: {} }, null],
  [{ notes: { 500: '8', 100: ' 2 ', 50: '', 1: '0' } }, 4_200_00],
  [{ notes: { 500: '८', 100: '1,000', 50: '௨' } }, 1_04_100_00],
  [{ notes: { 500: '1.5' } }, Number.NaN],
  [{ notes: { 500: 'two' } }, Number.NaN],
  [{ notes: { 500: '-1' } }, Number.NaN],
  [{ notes: { 500: '100001' } }, Number.NaN],
] as const)('%j is %s paise [P-5.73]', (values, paise) => {
  expect(countedCash(typed(values))).toBe(paise);
});

it('asks for a note only where the cash differs, and for no more to be handed over than there is [P-9.34]', () => {
  expect(countErrors(typed({ counted: '100' }), drawer(100_00))).toEqual({});
  expect(countErrors(typed({ counted: '50', note: ' ' }), drawer(100_00))).toEqual({
    note: 'Please enter a note on the difference',
  });
  expect(countErrors(typed({ counted: '50', note: 'Tea', handedOver: '50.50' }), drawer(100_00))).toEqual({
    handedOver: 'Please enter at most ₹50',
  });
  expect(countErrors(typed({ counted: '50', note: 'Tea', handedOver: '1+1' }), drawer(100_00))).toEqual({
    handedOver: 'Please enter an amount from ₹0 to ₹1,00,00,00,00,000',
  });
  expect(countErrors(typed({}), drawer(0))).toEqual({ counted: 'Please enter the cash that you counted' });
  expect(countErrors(typed({ counted: '0' }), drawer(0))).toEqual({});
});

it('sends the notes only where they were counted [P-9.38]', () => {
  expect(countBody(typed({ counted: '500', note: ' ', handedOver: '400' }), drawer(0))).toEqual({
    counted: 500_00,
    notes: null,
    note: null,
    handedOver: 400_00,
    handedTo: 'owner',
  });
  expect(countBody(typed({ counted: '7', notes: { 500: '1', 20: '' } }), drawer(0))).toMatchObject({
    counted: 500_00,
    notes: { 500: 1 },
  });
});

it('asks for both totals where they are confirmed, and for a note where one differs from what was taken [P-9.209]', () => {
  const confirming = buildDrawer({
    expected: 0,
    confirmsTotals: true,
    methods: [{ method: 'UPI', total: 900_00 }],
  });
  const errors = (UPI: string, Card: string) =>
    countErrors(typed({ counted: '0', confirmed: { UPI, Card } }), confirming);
  expect(errors('', 'x')).toMatchObject({
    UPI: 'Please enter the total of UPI',
    Card: 'Please enter the total of Card',
  });
  expect(errors('900', '0')).toEqual({});
  expect(errors('900', '5')).toEqual({ note: 'Please enter a note on the difference' });
  expect(countBody(typed({ counted: '0', confirmed: { UPI: '900', Card: '0' } }), confirming)).toMatchObject({
    confirmed: { UPI: 900_00, Card: 0 },
  });
});
