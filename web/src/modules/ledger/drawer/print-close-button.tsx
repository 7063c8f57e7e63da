import { Button } from '@mantine/core';
import { type DrawerClose, denominations } from '@samay/contract/ledger/drawers';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatInstant, indiaDate } from '@samay/contract/core/time';
import { type Ref, useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { RowButton } from '../../../ui/table/row-button.tsx';
import { closeSums, takenSums } from './drawer-card.tsx';
import { holderName } from './wording.ts';

interface PrintCloseButtonProps {
  close: DrawerClose;
  ref?: Ref<HTMLButtonElement>;
  /** The accessible name if the button is in a list's row. */
  rowLabel?: string;
}

/** Prints a close, for the person who gets the cash. */
export function PrintCloseButton({ close, ref, rowLabel }: PrintCloseButtonProps) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      {rowLabel === undefined ? (
        <Button ref={ref} onClick={() => setPrinting(true)}>
          Print
        </Button>
      ) : (
        <RowButton label={rowLabel} onClick={() => setPrinting(true)}>
          Print
        </RowButton>
      )}
      {isPrinting && (
        <PrintSheet
          title={`Day close ${indiaDate(new Date(close.closedAt))}`}
          onDone={() => setPrinting(false)}
        >
          <PrintedClose close={close} />
        </PrintSheet>
      )}
    </>
  );
}

interface PrintedLine {
  readonly name: string;
  readonly text: string;
  readonly isTotal?: boolean;
}

/** Renders the printed close. */
function PrintedClose({ close }: { close: DrawerClose }) {
  const { tenant } = useSession();
  const taken = takenSums(close);
  const notes = noteLines(close);
  return (
    <>
      <h1>{tenant?.name}</h1>
      <h2>Day close</h2>
      <PrintedLines
        lines={[
          { name: 'Drawer', text: holderName(close.holder) },
          ...(close.openedAt === null ? [] : [{ name: 'From', text: formatInstant(close.openedAt) }]),
          { name: 'To', text: formatInstant(close.closedAt) },
          ...(close.closedBy === null ? [] : [{ name: 'Closed by', text: close.closedBy }]),
          ...(close.reopened === null ? [] : [{ name: 'Reopened', text: close.reopened.reason }]),
        ]}
      />
      <PrintedLines lines={closeSums(close)} />
      {taken.length > 0 && <PrintedLines lines={taken} />}
      {notes.length > 0 && <PrintedLines lines={notes} />}
      <PrintedLines lines={[{ name: 'Signature', text: ' ' }]} />
      <p>Printed {formatInstant(serverNow().toISOString())}</p>
    </>
  );
}

function PrintedLines({ lines }: { lines: readonly PrintedLine[] }) {
  return (
    <dl>
      {lines.map(({ name, text, isTotal }) => (
        <div key={name} data-total={isTotal || undefined}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function noteLines({ notes }: DrawerClose): readonly PrintedLine[] {
  return denominations.flatMap((rupees) => {
    const count = notes?.[String(rupees)] ?? 0;
    if (count === 0) return [];
    return [{ name: `₹${rupees} × ${formatCount(count)}`, text: formatRupees(rupees * count * 100) }];
  });
}
