import type { ClosedPeriod, CloseSums } from '@samay/contract/ledger/closes';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { monthName } from '../../../../lib/months.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { PrintSheet } from '../../../../ui/layout/print-sheet.tsx';
import { correctedText, differenceText, holderName, recipientName } from '../wording.ts';
import { monthSums } from './month-sums.ts';
import { correctionLines, pettyLines, takenLines } from './period-lines.ts';

interface ClosesPrintProps {
  month: string;
  /** All closes of the month, oldest first. */
  closes: readonly ClosedPeriod[];
  sums: CloseSums;
  onDone: () => void;
}

/** Prints the closes of a month with their petty cash and their sums. */
export function ClosesPrint({ month, closes, sums, onDone }: ClosesPrintProps) {
  const { tenant } = useSession();
  return (
    <PrintSheet title={`Closes ${month}`} onDone={onDone}>
      <h1>{tenant?.name}</h1>
      <h2>Petty cash and closes of {monthName(month)}</h2>
      <dl>
        {monthSums(sums).map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            {[
              'Closed',
              'Drawer',
              'Opening',
              'Net taken',
              'Petty cash',
              'Handed over',
              'Counted',
              'Difference',
            ].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {closes.map((close) => (
            <PrintedRow key={close.id} close={close} />
          ))}
        </tbody>
      </table>
      <p>Printed {formatInstant(serverNow().toISOString())}</p>
    </PrintSheet>
  );
}

function PrintedRow({ close }: { close: ClosedPeriod }) {
  const { closedAt, closedBy, holder, opening, handedOver, handedTo, counted, difference, note, reopened } =
    close;
  return (
    <tr>
      <td>
        {formatInstant(closedAt)}
        {closedBy !== null && ` by ${closedBy}`}
      </td>
      <td>{holderName(holder)}</td>
      <td data-nowrap>{formatRupees(opening)}</td>
      <td>{linesText(takenLines(close))}</td>
      <td>{linesText(pettyLines(close))}</td>
      <td>
        {formatRupees(handedOver)}
        {handedTo && ` to ${recipientName(handedTo)}`}
      </td>
      <td data-nowrap>{formatRupees(counted)}</td>
      <td>
        {differenceText(difference)}
        {note !== null && `: ${note}`}
        {reopened && ` (reopened: ${reopened.reason})`}
        {close.corrections.length > 0 &&
          `. ${correctedText(close.corrected)}: ${linesText(correctionLines(close))}`}
      </td>
    </tr>
  );
}

function linesText(lines: ReturnType<typeof takenLines>): string {
  return lines.map(({ name, text }) => `${name} ${text}`).join(', ');
}
