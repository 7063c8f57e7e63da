import { Stack, Text, Title } from '@mantine/core';
import type { Drawer } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useActions } from '../../../lib/actions.tsx';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import classes from './drawer.module.css';
import { shortInstant } from './wording.ts';

type Taking = Drawer['rows'][number];

/** The number of rows that the server sends at most. */
const mostRows = 500;

const kindNames: Partial<Record<Taking['kind'], string>> = { refund: 'Refund', void: 'Void' };

interface TakingsSectionProps {
  drawer: Pick<Drawer, 'rows' | 'expected' | 'confirmsTotals'>;
}

/** Renders the rows of money of a drawer since its last close, newest first. */
export function TakingsSection({ drawer: { rows, expected, confirmsTotals } }: TakingsSectionProps) {
  // Money that is not counted yet is left out.
  const isCovered = expected === null;
  const later = `${confirmsTotals ? 'Money' : 'Cash'} is listed after the count`;
  const { businessType } = useSession();
  const { openDetails } = useActions();
  const today = useToday();
  const { person } = wording[businessType ?? 'doctor'];
  return (
    <Stack gap="sm" component="section" aria-label="Taken since the last close">
      <Title order={2}>Taken since the last close</Title>
      {isCovered && rows.length > 0 && (
        <Text size="sm" c="dimmed">
          {later}.
        </Text>
      )}
      {isCovered && rows.length === 0 && <EmptyState text={later} />}
      {rows.length === 0 && !isCovered && (
        <EmptyState
          text="Nothing was taken since the last close"
          hint="Money that you take is listed here, whatever the method."
        />
      )}
      {rows.length > 0 && (
        <DataTable
          label="Taken since the last close"
          columns={takingColumns(capitalise(person), today, openDetails)}
          rows={rows}
          getKey={({ id }) => id}
        />
      )}
      {rows.length === mostRows && (
        <Text size="sm" c="dimmed">
          The newest {mostRows} are listed. The sums have all of them.
        </Text>
      )}
    </Stack>
  );
}

function takingColumns(
  person: string,
  today: string,
  onOpen: (id: string) => void,
): readonly Column<Taking>[] {
  return [
    { name: 'Time', width: '11rem', cell: ({ at }) => shortInstant(at, today) },
    {
      name: person,
      width: 'minmax(10rem, 2fr)',
      place: 'title',
      cell: ({ personName, appointmentId }) => {
        const name = personName ?? `Erased ${person.toLowerCase()}`;
        if (appointmentId !== null) return <NameButton name={name} onClick={() => onOpen(appointmentId)} />;
        return (
          <span className={classes.named}>
            <LongText text={name} strong />
            <small>Advance</small>
          </span>
        );
      },
    },
    {
      name: 'Method',
      width: '12rem',
      cell: ({ method, kind }) => {
        const name = kindNames[kind];
        return (
          <span className={classes.reasons}>
            <Badge tone="quiet" text={method} />
            {name !== undefined && <Badge tone="quiet" text={name} />}
          </span>
        );
      },
    },
    {
      name: 'Amount',
      width: '8rem',
      place: 'corner',
      isNumber: true,
      cell: ({ paise }) => <span className={classes.amount}>{formatRupees(paise)}</span>,
    },
  ];
}
