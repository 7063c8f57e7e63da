import { Button } from '@mantine/core';
import type { RemindedBooking } from '@samay/contract/bookings/tomorrow';
import { whenSent } from '@samay/contract/bookings/whatsapp-messages/labels';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatTime } from '@samay/contract/core/time';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import { rangeText } from '../../../../lib/days.ts';
import { ContactLink } from '../../../../ui/controls/contact-link.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import { RowButton } from '../../../../ui/table/row-button.tsx';
import { openedText } from '../tell/opened-text.ts';
import { isReminded, isUnreached, ownReminderText } from './reached.ts';
import classes from './tomorrow.module.css';

interface TomorrowRowProps {
  row: RemindedBooking;
  businessType: BusinessType;
  /** The doctor or court. */
  withWhom: string;
  onOpen: (row: RemindedBooking) => void;
  onRemind: (row: RemindedBooking) => void;
  onUndo: (row: RemindedBooking) => void;
  onComing: (row: RemindedBooking) => void;
  onCancel: (row: RemindedBooking) => void;
}

/** Renders a person with their time, what is known of their coming, and the presses. */
export function TomorrowRow({
  row,
  businessType,
  withWhom,
  onOpen,
  onRemind,
  onUndo,
  onComing,
  onCancel,
}: TomorrowRowProps) {
  const {
    id,
    personName,
    personContact,
    time,
    endTime,
    comingAt,
    reminder,
    reminded,
    notice,
    isOptedOut,
    may,
  } = row;
  const isComing = comingAt !== undefined;
  return (
    <li className={classes.row} data-queued={id} data-coming={isComing || undefined}>
      <button type="button" className={classes.opening} data-opens onClick={() => onOpen(row)}>
        <span className={classes.time}>
          {businessType === 'turf' ? rangeText(time, endTime, '–') : formatTime(time)}
        </span>
        <span className={classes.name} title={personName}>
          {personName}
        </span>
      </button>
      <span className={classes.whom} title={withWhom}>
        {withWhom}
      </span>
      <span className={classes.contact}>
        {personContact === null ? 'No number' : <ContactLink contact={personContact} />}
      </span>
      <span className={classes.state}>
        {isComing && <Badge tone="good" text="Coming" />}
        {isOptedOut && <Badge tone="attention" text="Wants no more notices" />}
        {notice && !(isOptedOut && notice.state === 'failed') && (
          <span className={classes.reminded}>{ownReminderText(notice)}</span>
        )}
        {reminded && <span className={classes.reminded}>{openedText(reminded)}</span>}
        {reminded?.mayUndo && (
          <RowButton isQuiet label={`Undo the reminder of ${personName}`} onClick={() => onUndo(row)}>
            Undo
          </RowButton>
        )}
        {!reminder && !isReminded(row) && !row.isOptedOut && personContact !== null && (
          <span className={classes.reminded}>Not on WhatsApp</span>
        )}
      </span>
      <span className={classes.acts}>
        {reminder && (
          <Button
            component="a"
            size="xs"
            variant={isUnreached(row) ? 'filled' : 'default'}
            data-remind
            title={whenSent}
            aria-label={`Remind ${personName} on WhatsApp`}
            href={whatsAppLink(reminder.number, reminder.text)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => onRemind(row)}
          >
            Remind
          </Button>
        )}
        {may.includes('markArrived') && (
          <RowButton
            label={isComing ? `Take back that ${personName} comes` : `${personName} is coming`}
            onClick={() => onComing(row)}
          >
            {isComing ? 'Undo coming' : 'Coming'}
          </RowButton>
        )}
        {may.includes('cancel') && (
          <RowButton isDestructive label={`${personName} cannot come`} onClick={() => onCancel(row)}>
            Cannot come
          </RowButton>
        )}
      </span>
    </li>
  );
}
