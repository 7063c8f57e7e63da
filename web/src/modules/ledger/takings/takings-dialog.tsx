import { Text } from '@mantine/core';
import type { OwnTakings } from '@samay/contract/ledger/received';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatTime, indiaTime } from '@samay/contract/core/time';
import { useActions } from '../../../lib/actions.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import classes from './takings-dialog.module.css';

/** The most rows that the server lists. */
const most = 200;

const kindNames = { payment: 'Payment', refund: 'Refund', void: 'Void', transfer: 'Advance' } as const;

interface TakingsDialogProps {
  takings: OwnTakings;
  onClose: () => void;
}

/** Lists the user's takings of today, newest first. A name opens its booking. */
export function TakingsDialog({ takings: { total, rows }, onClose }: TakingsDialogProps) {
  const { openDetails } = useActions();
  const title =
    total === null
      ? 'Net taken by you today, without cash'
      : `Net taken by you today: ${formatRupees(total)}`;
  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      <ul className={classes.rows}>
        {rows.map(({ id, kind, paise, method, at, appointmentId, personName }) => {
          const name = personName ?? 'Advance';
          return (
            <li key={id}>
              <span className={classes.who}>
                {appointmentId === null ? (
                  <LongText text={name} strong />
                ) : (
                  <NameButton name={name} onClick={() => (onClose(), openDetails(appointmentId))} />
                )}
                <small>
                  {[formatTime(indiaTime(new Date(at))), kindNames[kind], method].filter(Boolean).join(' · ')}
                </small>
              </span>
              <span>{formatRupees(paise)}</span>
            </li>
          );
        })}
      </ul>
      {rows.length >= most && <Text size="sm">{`The latest ${formatCount(most)} are listed.`}</Text>}
    </Dialog>
  );
}
