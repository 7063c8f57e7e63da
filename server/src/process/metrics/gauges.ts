import { Gauge, type Registry } from '@prometheus-io/client';
import { now } from '@samay/contract/core/time';
import type { Dependencies } from '../../context/dependencies.ts';
import { freeMegabytes } from '../../core/disk.ts';
import { getConnections } from '../../db/open-database.ts';
import { getChannel } from '../../outbox/index.ts';
import type { StoredNumbers, StoredNumbersReader } from './stored-numbers.ts';

/**
 * Adds the numbers that are read only when Prometheus asks: the pool of connections, the disk, and
 * rows of the database.
 */
export function addGauges(
  registry: Registry,
  { database, settings: { dataDirectory } }: Pick<Dependencies, 'database' | 'settings'>,
  reader: StoredNumbersReader,
): void {
  const { pool } = getConnections(database);
  // Registered below: otherwise the library adds them to its own registry of the whole process.
  const registers: Registry[] = [];
  const connections = new Gauge({
    name: 'samay_database_connections',
    help: 'Connections of the pool in use and idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const most = new Gauge({
    name: 'samay_database_connections_max',
    help: 'The most connections of the pool.',
    registers,
    collect() {
      this.set(pool.options.max ?? 1);
    },
  });
  const disk = new Gauge({
    name: 'samay_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers,
    collect() {
      this.set(freeMegabytes(dataDirectory) * 1024 * 1024);
    },
  });
  const up = new Gauge({
    name: 'samay_database_up',
    help: 'Whether the database answered this scrape within three seconds. Without it the gauges below are absent.',
    registers,
    async collect() {
      this.set((await reader.read()) === undefined ? 0 : 1);
    },
  });
  for (const gauge of [connections, most, disk, up]) registry.registerMetric(gauge);
  const add = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    set: (gauge: Gauge<Label>, stored: StoredNumbers) => void,
  ) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const stored = await reader.read();
        // Values that the last read no longer names are not shown.
        this.reset();
        if (stored) set(this, stored);
      },
    });
    registry.registerMetric(gauge);
  };
  add(
    'samay_outbox_waiting',
    'Effects of the outbox that are not delivered yet.',
    ['channel', 'kind', 'state'],
    (gauge, stored) => {
      // A line of the dashboard falls to zero instead of ending.
      for (const kind of reader.deliverable)
        for (const state of ['new', 'retrying']) gauge.set({ channel: getChannel(kind), kind, state }, 0);
      for (const { kind, waiting, retrying } of stored.waiting) {
        gauge.set({ channel: getChannel(kind), kind, state: 'new' }, waiting - retrying);
        gauge.set({ channel: getChannel(kind), kind, state: 'retrying' }, retrying);
      }
    },
  );
  add(
    'samay_outbox_oldest_due_seconds',
    'For how long the oldest due effect has waited for a worker.',
    ['channel', 'kind'],
    (gauge, stored) => {
      for (const kind of reader.deliverable) gauge.set({ channel: getChannel(kind), kind }, 0);
      for (const { kind, since } of stored.dueSince)
        gauge.set({ channel: getChannel(kind), kind }, Math.max(0, now().getTime() - since.getTime()) / 1000);
    },
  );
  add(
    'samay_mark_timestamp_seconds',
    'When a backup or a restore drill last succeeded; absent before the first.',
    ['mark'],
    (gauge, stored) => {
      for (const { name, at } of stored.marks)
        if (name === 'backup' || name === 'restore-drill') gauge.set({ mark: name }, at.getTime() / 1000);
    },
  );
  add(
    'samay_integrity_broken',
    'Businesses whose stored data did not hold against its check.',
    ['check'],
    (gauge, stored) => {
      for (const check of ['audit', 'tallies']) gauge.set({ check }, 0);
      for (const { kind, count } of stored.brokenChecks) gauge.set({ check: kind }, count);
    },
  );
}
