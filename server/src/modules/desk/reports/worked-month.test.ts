import { readFile } from 'node:fs/promises';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  getMoney,
  refundPayment,
  setDiscount,
  takeAdvance,
  takePayment,
} from '@samay/contract/bookings/money';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatRupees } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { reportTables } from '@samay/contract/desk/report-tables';
import { getReports, type ReportName } from '@samay/contract/desk/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

// Does what docs/money.md tells of one month, and compares its tables with the reports.

const november = { from: '2026-11-01', to: '2026-11-30' };
const document = new URL('../../../../../docs/money.md', import.meta.url);
const price = 700_00;

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
  // The access token is made at the last moment that the test needs.
  app.setNow('2026-11-30T10:00:00+05:30');
  const clinic = await buildTenant(app, { plan: 'enterprise', paidUntil: '2099-01-01' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const visit = async (personName: string, date: string) =>
    buildAppointment(app, clinic, { personName, date, price, status: 'scheduled' });
  const meera = await visit('Meera', '2026-11-03');
  const arjun = await visit('Arjun', '2026-11-03');
  const sunita = await visit('Sunita', '2026-11-10');
  const ravi = await visit('Ravi', '2026-11-12');
  const kiran = await visit('Kiran', '2026-11-17');
  const tara = await visit('Tara', '2026-12-04');
  const isha = await visit('Isha', '2026-11-26');

  on('2026-10-24');
  await take(isha, price, 'UPI');
  on('2026-10-28');
  await take(meera, price, 'UPI');
  on('2026-11-03');
  const waived = { discount: 200_00, reason: 'Cannot pay', discountBefore: 0 };
  await owner.call(setDiscount, { params: { id: arjun }, body: waived });
  await take(arjun, 500_00, 'Cash');
  on('2026-11-05');
  await owner.call(takeAdvance, { params: { id: sunita }, body: { amount: 2_000_00, method: 'Cash' } });
  on('2026-11-10');
  await take(sunita, price, 'Advance');
  on('2026-11-12');
  await take(ravi, price, 'Card');
  await giveBack(ravi, 200_00, 'Charged too much');
  on('2026-11-17');
  await take(kiran, 400_00, 'Cash');
  on('2026-11-20');
  await take(tara, price, 'UPI');
  on('2026-11-24');
  await owner.call(cancelAppointment, { params: { id: isha }, body: {} });
  await giveBack(isha, 400_00, 'Goodwill');
  on('2026-11-30');
});
afterAll(() => app.close());

function on(day: string): void {
  app.setNow(`${day}T10:00:00+05:30`);
}

async function take(id: string, amount: number, method: string): Promise<void> {
  const body: BodyInput<typeof takePayment> = { amount, method, amountBefore: null };
  await owner.call(takePayment, { params: { id }, body });
}

async function giveBack(id: string, amount: number, reason: string): Promise<void> {
  const [row] = (await owner.call(getMoney, { params: { id } })).body.rows;
  const back = { payment: row?.id ?? '', amount, method: 'UPI', reason, lowers: true };
  await owner.call(refundPayment, { params: { id }, body: { ...back, amountBefore: price } });
}

it('has the figures of the month that the document for owners tells of [P-9.228]', async () => {
  const reports = (await owner.call(getReports, { query: november })).body;
  const told = readTables(await readFile(document, 'utf8'));
  const shown = (report: ReportName) => {
    const { title, columns, rows, foot = [] } = reportTables[report](reports, wording.doctor, november);
    const lines = [...rows, foot].map((cells) =>
      cells.map((cell, at) => (columns[at]?.is === 'paise' ? formatRupees(Number(cell)) : String(cell))),
    );
    return { title, lines };
  };
  for (const report of ['bridge', 'advances', 'methods'] as const) {
    const { title, lines } = shown(report);
    expect({ title, lines: told.get(title) }).toEqual({ title, lines });
  }
  expect(reports.discounts.total).toBe(200_00);
  expect(reports.dues.filter(({ bookings }) => bookings > 0)).toEqual([
    { from: 8, until: 30, bookings: 1, paise: 300_00 },
  ]);
});

/** Reads the tables of a document, by the first cell of their heads. */
function readTables(text: string): Map<string, string[][]> {
  const tables = new Map<string, string[][]>();
  for (const block of text.split('\n\n')) {
    const [head = [], , ...lines] = block
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    tables.set(head[0] ?? '', lines);
  }
  return tables;
}
