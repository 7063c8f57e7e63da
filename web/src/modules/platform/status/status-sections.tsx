import { Code, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import type { SystemStatus } from '@samay/contract/platform/status';
import type { ReactNode } from 'react';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ReplayButton } from './replay-button.tsx';
import { channelName, interval, sizeText, milliseconds, momentOr, seconds } from './wording.ts';

type Of<Key extends keyof SystemStatus> = SystemStatus[Key];
type ListOf<Key extends 'jobs' | 'channels' | 'outbox' | 'largest'> = Of<Key>[number];

export function JobsSection({ jobs }: { jobs: Of<'jobs'> }) {
  return (
    <SectionCard title="Jobs" hint="When each last succeeded, on any server.">
      <Rows
        label="Jobs"
        none="No job has succeeded yet: they begin a minute after the start."
        columns={jobColumns}
        rows={jobs}
        getKey={({ name }) => name}
      />
    </SectionCard>
  );
}

const jobColumns: Column<ListOf<'jobs'>>[] = [
  { name: 'Job', width: 'minmax(12rem, 2fr)', place: 'title', cell: ({ name }) => name },
  { name: 'Every', width: '5rem', cell: ({ everySeconds }) => interval(everySeconds) },
  {
    name: 'Last success',
    width: 'minmax(10rem, 1fr)',
    cell: ({ lastSuccessAt }) => formatInstant(lastSuccessAt),
  },
  { name: 'State', width: '5rem', place: 'corner', cell: ({ late }) => (late ? 'Late' : 'On time') },
];

export function DeliveriesSection({ channels, outbox }: { channels: Of<'channels'>; outbox: Of<'outbox'> }) {
  return (
    <SectionCard title="Deliveries" hint="What has not reached its receiver yet.">
      <Rows
        label="Channels"
        none=""
        columns={channelColumns}
        rows={channels}
        getKey={({ channel }) => channel}
      />
      {outbox.length > 0 && (
        <Text size="sm" fw={600}>
          By kind
        </Text>
      )}
      <Rows
        label="Outbox"
        none="Nothing waits in the outbox."
        columns={outboxColumns}
        rows={outbox}
        getKey={({ kind }) => kind}
      />
      <ReplayButton channels={channels} />
    </SectionCard>
  );
}

const channelColumns: Column<ListOf<'channels'>>[] = [
  {
    name: 'Channel',
    width: 'minmax(8rem, 1fr)',
    place: 'title',
    cell: ({ channel }) => channelName[channel],
  },
  {
    name: 'State',
    width: 'minmax(7rem, 1fr)',
    place: 'corner',
    cell: ({ isSetUp }) => (isSetUp ? 'Set up' : 'Not set up'),
  },
  {
    name: 'Due since',
    width: 'minmax(10rem, 1fr)',
    cell: ({ dueSince }) => momentOr(dueSince, 'Nothing is due'),
  },
  { name: 'Waiting', width: '5rem', isNumber: true, cell: ({ waiting }) => formatCount(waiting) },
  { name: 'Failed before', width: '7rem', isNumber: true, cell: ({ retrying }) => formatCount(retrying) },
  { name: 'Given up', width: '5rem', isNumber: true, cell: ({ givenUp }) => formatCount(givenUp) },
];

const outboxColumns: Column<ListOf<'outbox'>>[] = [
  { name: 'Kind', width: 'minmax(10rem, 2fr)', place: 'title', cell: ({ kind }) => kind },
  { name: 'Waiting', width: '5rem', isNumber: true, cell: ({ waiting }) => formatCount(waiting) },
  { name: 'Failed before', width: '7rem', isNumber: true, cell: ({ retrying }) => formatCount(retrying) },
];

export function BusinessSections({ largest, busiest }: { largest: Of<'largest'>; busiest: Of<'busiest'> }) {
  return (
    <>
      <SectionCard
        title="Largest businesses"
        hint="By their bookings. Large tables are estimated from a sample."
      >
        <Rows
          label="Largest businesses"
          none="Nobody has booked yet."
          columns={largestColumns}
          rows={largest}
          getKey={({ id }) => id}
        />
      </SectionCard>
      <SectionCard
        title="Busiest businesses"
        hint={`By their changes since ${formatInstant(busiest.since)}.`}
      >
        <Rows
          label="Busiest businesses"
          none="Nobody has changed anything within the last hour."
          columns={busiestColumns}
          rows={busiest.businesses}
          getKey={({ id }) => id}
        />
      </SectionCard>
    </>
  );
}

const largestColumns: Column<ListOf<'largest'>>[] = [
  { name: 'Business', width: 'minmax(10rem, 2fr)', place: 'title', cell: ({ name }) => name },
  { name: 'Bookings', width: '6rem', isNumber: true, cell: ({ rows }) => formatCount(rows) },
  { name: 'New in 30 days', width: '8rem', isNumber: true, cell: ({ newRows }) => formatCount(newRows) },
  { name: 'Size', width: '6rem', isNumber: true, cell: ({ bytes }) => sizeText(bytes) },
];

const busiestColumns: Column<Of<'busiest'>['businesses'][number]>[] = [
  { name: 'Business', width: 'minmax(10rem, 2fr)', place: 'title', cell: ({ name }) => name },
  { name: 'Changes', width: '6rem', isNumber: true, cell: ({ rows }) => formatCount(rows) },
];

type Table = Of<'database'>['tables'][number];

export function DatabaseSection({ tables }: { tables: readonly Table[] }) {
  return (
    <SectionCard title="Largest tables" hint="Rows are PostgreSQL's estimate.">
      <Rows label="Largest tables" none="" columns={tableColumns} rows={tables} getKey={({ name }) => name} />
    </SectionCard>
  );
}

const tableColumns: Column<Table>[] = [
  { name: 'Table', width: 'minmax(10rem, 2fr)', place: 'title', cell: ({ name }) => name },
  {
    name: 'Rows',
    width: '6rem',
    isNumber: true,
    cell: ({ rows }) => (rows === null ? 'Not counted' : formatCount(rows)),
  },
  { name: 'Size', width: '6rem', isNumber: true, cell: ({ bytes }) => sizeText(bytes) },
];

type Slow = Of<'statements'>['slowest'][number];

export function StatementsSection({ statements }: { statements: Of<'statements'> }) {
  return (
    <SectionCard
      title="Slowest statements"
      hint="By the time they took in all, since PostgreSQL began to count."
    >
      {statements.state === 'listed' ? (
        <Rows
          label="Slowest statements"
          none="None was counted yet."
          columns={slowColumns}
          rows={statements.slowest}
          getKey={({ text }) => text}
        />
      ) : (
        <Text size="sm">{withoutStatements[statements.state]}</Text>
      )}
    </SectionCard>
  );
}

const withoutStatements = {
  absent: 'This database keeps no statistics of statements: pg_stat_statements is not installed.',
  unreadable:
    'pg_stat_statements is installed, but this server may not read it. ' +
    'The operations handbook says how to allow it.',
};

const slowColumns: Column<Slow>[] = [
  {
    name: 'Statement',
    width: 'minmax(14rem, 4fr)',
    place: 'title',
    cell: ({ text }) => <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>,
  },
  { name: 'Calls', width: '5rem', isNumber: true, cell: ({ calls }) => formatCount(calls) },
  { name: 'Each', width: '5.5rem', isNumber: true, cell: ({ meanMs }) => milliseconds(meanMs) },
  { name: 'In all', width: '5.5rem', isNumber: true, cell: ({ totalMs }) => seconds(totalMs) },
];

interface RowsProps<Row> {
  label: string;
  /** The text shown instead of an empty table. */
  none: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
}

function Rows<Row>({ none, ...table }: RowsProps<Row>): ReactNode {
  return table.rows.length === 0 ? <Text size="sm">{none}</Text> : <DataTable {...table} />;
}
