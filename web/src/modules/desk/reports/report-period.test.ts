import { expect, it } from 'vitest';
import { type ReportPeriod, resolveReportRange } from './report-period.ts';

it.each<[ReportPeriod, string, string, string]>([
  [{ name: 'today' }, '2026-11-29', '2026-11-29', '2026-11-29'],
  // A Sunday ends its week.
  [{ name: 'week' }, '2026-11-29', '2026-11-23', '2026-11-29'],
  [{ name: 'week' }, '2026-11-30', '2026-11-30', '2026-12-06'],
  [{ name: 'month' }, '2026-02-10', '2026-02-01', '2026-02-28'],
  [{ name: 'last-month' }, '2027-01-31', '2026-12-01', '2026-12-31'],
  [{ name: 'year' }, '2027-03-31', '2026-04-01', '2027-03-31'],
  [{ name: 'year' }, '2027-04-01', '2027-04-01', '2028-03-31'],
  [{ name: 'custom', from: '2026-11-05', to: '2026-11-01' }, '2026-11-29', '2026-11-05', '2026-11-05'],
  [{ name: 'custom', from: '2026-11-05' }, '2026-11-29', '2026-11-29', '2026-11-29'],
])('%o on %s is %s to %s [P-9.224]', (period, today, from, to) => {
  expect(resolveReportRange(period, today)).toEqual({ from, to });
});
