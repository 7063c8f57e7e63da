import type { DrawerClose } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import { useState } from 'react';
import { useToday } from '../../../lib/browser/use-today.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import classes from './drawer.module.css';
import { PrintCloseButton } from './print-close-button.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { differenceText, shortInstant } from './wording.ts';

interface ClosesListProps {
  label: string;
  closes: readonly DrawerClose[];
}

/** Renders closes of a drawer, newest first; a reopened one is struck through, with its reason. */
export function ClosesList({ label, closes }: ClosesListProps) {
  const [reopened, setReopened] = useState<DrawerClose | null>(null);
  const today = useToday();
  return (
    <>
      <DataTable
        label={label}
        columns={closeColumns(today, setReopened)}
        rows={closes}
        getKey={({ id }) => id}
      />
      {reopened && <ReopenDialog close={reopened} onClose={() => setReopened(null)} />}
    </>
  );
}

function closeColumns(today: string, onReopen: (close: DrawerClose) => void): readonly Column<DrawerClose>[] {
  return [
    {
      name: 'Closed',
      width: 'minmax(9rem, 1fr)',
      place: 'title',
      cell: (close) => <Closed close={close} today={today} />,
    },
    {
      name: 'Counted',
      width: '7rem',
      isNumber: true,
      cell: ({ counted, reopened }) => <Standing text={formatRupees(counted)} isUndone={reopened !== null} />,
    },
    {
      name: 'Difference',
      width: '10rem',
      place: 'corner',
      isNumber: true,
      cell: ({ difference, reopened }) => (
        <Standing text={differenceText(difference)} isUndone={reopened !== null} />
      ),
    },
    {
      name: 'Note',
      width: 'minmax(8rem, 2fr)',
      cell: ({ note, reopened }) => <Notes note={note} reopened={reopened} today={today} />,
    },
    {
      name: 'Actions',
      width: '9rem',
      place: 'foot',
      cell: (close) => <Actions close={close} onReopen={onReopen} />,
    },
  ];
}

export function Closed({ close: { closedAt, closedBy }, today }: { close: DrawerClose; today: string }) {
  return (
    <span className={classes.named} title={formatInstant(closedAt)}>
      {shortInstant(closedAt, today)}
      {closedBy !== null && <small>by {closedBy}</small>}
    </span>
  );
}

export function Standing({ text, isUndone }: { text: string; isUndone: boolean }) {
  return isUndone ? <s className={classes.undone}>{text}</s> : <span className={classes.amount}>{text}</span>;
}

export function Notes({ note, reopened, today }: Pick<DrawerClose, 'note' | 'reopened'> & { today: string }) {
  if (note === null && reopened === null) return 'No note';
  return (
    <span className={classes.named}>
      {note}
      {reopened && (
        <small>
          Reopened {shortInstant(reopened.at, today)}
          {reopened.by !== null && ` by ${reopened.by}`}: {reopened.reason}
        </small>
      )}
    </span>
  );
}

export function Actions({ close, onReopen }: { close: DrawerClose; onReopen: (close: DrawerClose) => void }) {
  const which = `the close of ${formatInstant(close.closedAt)}`;
  return (
    <RowButtons>
      <PrintCloseButton close={close} rowLabel={`Print ${which}`} />
      {close.mayReopen && (
        <RowButton isDestructive label={`Reopen ${which}`} onClick={() => onReopen(close)}>
          Reopen
        </RowButton>
      )}
    </RowButtons>
  );
}
