import type { ClosingSummary } from '@samay/contract/bookings/closings';
import { indiaDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import { countDoable, countLeft, recentClosings } from './api.ts';
import { closedText } from './closed-text.ts';
import classes from './closings.module.css';
import { countsText, withheldText } from './counts-text.ts';
import { spanText } from './span.ts';
import { useUndo } from './use-undo.ts';
import { useName } from './use-whom.ts';

interface ClosingsListProps {
  /** Opens a closing, and with `isOn` carries out its rest. */
  onOpen: (id: string, isOn: boolean) => void;
}

/** Lists the closings of today, and earlier ones that are not finished. */
export function ClosingsList({ onOpen }: ClosingsListProps) {
  const { data } = useQuery(recentClosings);
  const today = useToday();
  const nameOf = useName();
  const undo = useUndo((id) => onOpen(id, true));
  const shown = (data?.items ?? []).filter(
    (each) => countLeft(each) > 0 || indiaDate(new Date(each.closedAt)) === today,
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label="Closed today" className={classes.earlier}>
      <h3 className={classes.heading}>Closed today</h3>
      <ul className={classes.rows}>
        {shown.map((closing) => (
          <Line
            key={closing.id}
            closing={closing}
            name={nameOf(closing.resourceId)}
            onOpen={onOpen}
            onUndo={(id) => !undo.isPending && undo.run(id)}
          />
        ))}
      </ul>
      {undo.failure !== null && <FailureNotice text={undo.failure} />}
    </section>
  );
}

interface LineProps extends ClosingsListProps {
  closing: ClosingSummary;
  name: string;
  onUndo: (id: string) => void;
}

function Line({ closing, name, onOpen, onUndo }: LineProps) {
  const { id, mayUndo, reason, undoneAt } = closing;
  const text = `${name}, ${spanText(closing)}`;
  const closed = `closed ${closedText(closing)}`;
  return (
    <li className={classes.line}>
      <span className={classes.who}>
        <span className={classes.about}>
          <span className={classes.name}>{text}</span>
          <span>
            {reason} · {closed}
          </span>
          <span>{undoneAt === null ? countsText(closing) : `Taken back. ${countsText(closing)}`}</span>
          {closing.withheld > 0 && <span>{withheldText(closing)}</span>}
        </span>
      </span>
      <RowButtons>
        {countDoable(closing) > 0 && (
          <RowButton label={`Go on with ${text}, ${closed}`} onClick={() => onOpen(id, true)}>
            Go on
          </RowButton>
        )}
        {mayUndo && (
          <RowButton label={`Undo ${text}, ${closed}`} onClick={() => onUndo(id)}>
            Undo
          </RowButton>
        )}
        <RowButton label={`Open ${text}, ${closed}`} onClick={() => onOpen(id, false)}>
          Open
        </RowButton>
      </RowButtons>
    </li>
  );
}
