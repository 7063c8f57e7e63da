import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { ZipDamaged } from '../../../core/zip/read-zip.ts';
import type { Row } from './archive.ts';
import { openPeriod } from './queries.ts';
import type { RowInserter } from './rows.ts';

const rowsPerStatement = 500;

/**
 * Inserts payments in the order in which they were taken, and then cash, each while the period of its
 * drawer is open: the database refuses them otherwise, and more given back than is left. The drawers are
 * inserted before, and have their own periods again in the end.
 */
export async function insertMoney(
  tx: Tx,
  work: { readonly tenantId: string },
  inserter: RowInserter,
): Promise<void> {
  const own = new Map<string, number>();
  for await (const row of inserter.rows('drawers')) own.set(String(row['id']), Number(row['period']));
  const open = new Map(own);
  const openAll = async (needed: ReadonlyMap<string, number>) => {
    for (const [id, period] of needed) {
      if (open.get(id) === period) continue;
      await run(tx, work, openPeriod({ id, period }));
      open.set(id, period);
    }
  };
  const insertInPeriods = async (table: string, groups: Iterable<readonly Row[]>) => {
    for (const { rows, periods } of batches(groups, own)) {
      await openAll(periods);
      await inserter.insert(table, rows);
    }
  };
  const payments = await sorted(inserter.rows('payments'), (row) => instantKey(row['taken_at']));
  await insertInPeriods(
    'payments',
    together(payments, (row) => instantKey(row['taken_at'])),
  );
  await openAll(own);
  await inserter.insertTable({ name: 'drawer_closes', key: {} });
  const entries = await sorted(inserter.rows('drawer_entries'), (row) =>
    String(row['drawer_period']).padStart(12, '0'),
  );
  await insertInPeriods(
    'drawer_entries',
    together(entries, (row) => String(row['id'])),
  );
  await openAll(own);
}

/** Returns a text that orders instants: two may be written with other fractions or zones. */
function instantKey(value: unknown): string {
  const text = String(value);
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return `${new Date(text.replace(/\.\d+/, '')).toISOString()}${fraction.padEnd(6, '0')}`;
}

async function sorted(rows: AsyncIterable<Row>, keyOf: (row: Row) => string): Promise<Row[]> {
  const keyed: { key: string; row: Row }[] = [];
  for await (const row of rows) keyed.push({ key: keyOf(row), row });
  return keyed
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ row }) => row);
}

/** Groups neighbours with one key: what a transaction wrote stays together. */
function* together(rows: readonly Row[], keyOf: (row: Row) => string): Generator<Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    const [first] = group;
    if (first && keyOf(first) !== keyOf(row)) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

interface Batch {
  readonly rows: readonly Row[];
  /** The period that each drawer has to have. */
  readonly periods: ReadonlyMap<string, number>;
}

/** Joins groups as long as none of them needs another period of a drawer. */
function* batches(groups: Iterable<readonly Row[]>, own: ReadonlyMap<string, number>): Generator<Batch> {
  let rows: Row[] = [];
  let periods = new Map<string, number>();
  for (const group of groups) {
    const needed = findPeriods(group, own);
    const differs = needed && [...needed].some(([id, period]) => (periods.get(id) ?? period) !== period);
    if (!needed || differs || rows.length + group.length > rowsPerStatement) {
      yield { rows, periods };
      [rows, periods] = [[], new Map()];
    }
    if (!needed) {
      yield* byPeriods(group, own);
      continue;
    }
    rows.push(...group);
    periods = new Map([...periods, ...needed]);
  }
  yield { rows, periods };
}

/** Returns the period that each drawer has to have for some rows; undefined where one needs two. */
function findPeriods(
  rows: readonly Row[],
  own: ReadonlyMap<string, number>,
): Map<string, number> | undefined {
  const periods = new Map<string, number>();
  for (const { drawer_id: id, drawer_period: period } of rows) {
    if (typeof id !== 'string') continue;
    if ((periods.get(id) ?? period) !== period) return undefined;
    periods.set(id, Number(period));
  }
  for (const { corrects_drawer_id: id, corrects_period: closed } of rows) {
    if (typeof id !== 'string') continue;
    const period = periods.get(id) ?? Math.max(own.get(id) ?? 0, Number(closed) + 1);
    if (period <= Number(closed)) return undefined;
    periods.set(id, period);
  }
  return periods;
}

/** Divides rows of one instant: of each drawer its earlier period first, and each row after the one it takes from. */
function* byPeriods(rows: readonly Row[], own: ReadonlyMap<string, number>): Generator<Batch> {
  let waiting = [...rows];
  while (waiting.length > 0) {
    const earliest = new Map<string, number>();
    for (const { drawer_id: id, drawer_period: period } of waiting)
      if (typeof id === 'string') earliest.set(id, Math.min(Number(period), earliest.get(id) ?? Infinity));
    const isOpen = (row: Row) => {
      const {
        drawer_id: id,
        drawer_period: period,
        corrects_drawer_id: corrected,
        corrects_period: closed,
      } = row;
      if (typeof id === 'string' && earliest.get(id) !== period) return false;
      return typeof corrected !== 'string' || (earliest.get(corrected) ?? Infinity) > Number(closed);
    };
    let ready = waiting.filter(isOpen);
    for (let before = -1; before !== ready.length;) {
      before = ready.length;
      const blocked = new Set(waiting.filter((row) => !ready.includes(row)).map(({ id }) => id));
      ready = ready.filter(({ of_id: of }) => !blocked.has(of));
    }
    const periods = findPeriods(ready, own);
    if (ready.length === 0 || !periods)
      throw new ZipDamaged('a row of payments is in no period of its drawer');
    yield { rows: ready, periods };
    waiting = waiting.filter((row) => !ready.includes(row));
  }
}
