import type { ClosedPeriod } from '@samay/contract/ledger/closes';
import type { DrawerClose } from '@samay/contract/ledger/drawers';
import { LongText } from '../../../../ui/layout/long-text.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import classes from '../drawer.module.css';
import { correctedText, differenceText, holderName } from '../wording.ts';
import { Actions, Closed, Notes, Standing } from '../closes-list.tsx';
import { cashLines, correctionLines, pettyLines, takenLines } from './period-lines.ts';

/** Returns the columns of the closes of all drawers. */
export function periodColumns(
  today: string,
  onReopen: (close: DrawerClose) => void,
): readonly Column<ClosedPeriod>[] {
  return [
    {
      name: 'Drawer',
      width: 'minmax(8rem, 1fr)',
      place: 'title',
      cell: (close) => (
        <span className={classes.named}>
          <LongText text={holderName(close.holder)} strong />
          <small>
            <Closed close={close} today={today} />
          </small>
        </span>
      ),
    },
    {
      name: 'Net taken',
      width: 'minmax(8rem, 1fr)',
      cell: (close) => <Lines lines={takenLines(close)} none="Nothing" />,
    },
    {
      name: 'Petty cash',
      width: 'minmax(8rem, 1fr)',
      cell: (close) => <Lines lines={pettyLines(close)} none="None" />,
    },
    {
      name: 'Cash',
      width: 'minmax(8.5rem, 1fr)',
      cell: (close) => <Lines lines={cashLines(close)} none="None" />,
    },
    {
      name: 'Difference',
      width: '8rem',
      place: 'corner',
      isNumber: true,
      cell: ({ difference, reopened, corrections, corrected }) => (
        <span className={classes.named}>
          <Standing text={differenceText(difference)} isUndone={reopened !== null} />
          {corrections.length > 0 && <small>{correctedText(corrected)}</small>}
        </span>
      ),
    },
    {
      name: 'Note',
      width: 'minmax(7rem, 1fr)',
      cell: (close) => (
        <>
          <Notes note={close.note} reopened={close.reopened} today={today} />
          {close.corrections.length > 0 && <Lines lines={correctionLines(close)} none="None" />}
        </>
      ),
    },
    {
      name: 'Actions',
      width: '6rem',
      place: 'foot',
      cell: (close) => <Actions close={close} onReopen={onReopen} />,
    },
  ];
}

interface LinesProps {
  lines: ReturnType<typeof takenLines>;
  /** The text where there is no line. */
  none: string;
}

/** Renders amounts with their names within a cell. */
function Lines({ lines, none }: LinesProps) {
  if (lines.length === 0) return none;
  return (
    <dl className={classes.cellLines}>
      {lines.map(({ key, name, text }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
