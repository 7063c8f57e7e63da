import { Stack, Title } from '@mantine/core';
import type { OpenDrawer } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { Link } from '@tanstack/react-router';
import { useToday } from '../../../lib/browser/use-today.ts';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import classes from './drawer.module.css';
import { holderName, shortInstant, useDeskDrawer } from './wording.ts';

interface OpenDrawersSectionProps {
  drawers: readonly OpenDrawer[];
  /** Whether the user may open and close the drawers of others. */
  mayClose: boolean;
}

/** Renders the drawers with rows since their last close; the name opens one. */
export function OpenDrawersSection({ drawers, mayClose }: OpenDrawersSectionProps) {
  const today = useToday();
  const desk = useDeskDrawer();
  if (drawers.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Open drawers">
      <Title order={2}>Open drawers</Title>
      <DataTable
        label="Open drawers"
        columns={openColumns({ today, mayClose, desk })}
        rows={drawers}
        getKey={({ holder }) => holder?.id ?? 'desk'}
      />
    </Stack>
  );
}

interface ColumnsOptions {
  today: string;
  mayClose: boolean;
  desk: string;
}

function openColumns({ today, mayClose, desk }: ColumnsOptions): readonly Column<OpenDrawer>[] {
  return [
    {
      name: 'Drawer',
      width: 'minmax(10rem, 2fr)',
      place: 'title',
      cell: ({ holder }) => {
        const name = <LongText text={holderName(holder)} strong />;
        if (!mayClose) return name;
        return (
          <Link to="." search={{ holder: holder?.id ?? desk }} className={classes.holder}>
            {name}
          </Link>
        );
      },
    },
    {
      name: 'Since',
      width: 'minmax(9rem, 1fr)',
      cell: ({ firstAt, openedAt }) => {
        const since = firstAt ?? openedAt;
        return since === null ? 'Its first day' : shortInstant(since, today);
      },
    },
    {
      name: 'Other methods',
      width: '9rem',
      isNumber: true,
      cell: ({ methods }) =>
        formatRupees(methods.reduce((sum, { method, total }) => (method === 'Cash' ? sum : sum + total), 0)),
    },
    {
      name: 'Cash',
      width: '8rem',
      place: 'corner',
      isNumber: true,
      cell: ({ expected }) => <span className={classes.amount}>{formatRupees(expected)}</span>,
    },
  ];
}
