import { expect, test } from 'vitest';
import { type Plans, samePlans } from './explain-plans.ts';

const plans = (...nodes: string[]): Plans => ({
  list: [{ statement: 'select 1', plan: nodes }],
  search: [],
  revenue: [],
});
const indexed = plans('Limit', '  Index Scan appointments_list');

test('plans are the same by the nodes that read tables, whatever stores or passes on rows', () => {
  expect(samePlans(indexed, plans('Limit', '  Result', '    Index Scan appointments_list'))).toBe(true);
  expect(samePlans(indexed, plans('Limit', '  Index Scan appointments_days'))).toBe(false);
  expect(samePlans(indexed, plans('Limit'))).toBe(false);
});

test('a table may be scanned whole where its rows are of one business, and not with others', () => {
  const scanned = plans('Limit', '  Seq Scan appointments');
  expect(samePlans(scanned, indexed)).toBe(true);
  expect(samePlans(indexed, scanned)).toBe(false);
  expect(samePlans(scanned, scanned)).toBe(false);
});

test('the subscription is not compared', () => {
  const of = (node: string): Plans => ({
    ...plans(),
    list: [{ statement: 'with a as (select from subscriptions where true)', plan: [node] }],
  });
  expect(samePlans(of('Index Scan subscriptions_pkey'), of('Seq Scan subscriptions'))).toBe(true);
});
