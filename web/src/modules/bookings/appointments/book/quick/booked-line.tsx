import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatTime } from '@samay/contract/core/time';
import { useActions } from '../../../../../lib/actions.tsx';
import { RowButton, RowButtons } from '../../../../../ui/table/row-button.tsx';
import { timeText } from '../../../../../lib/days.ts';
import { useResourceNames } from '../../../use-resource-names.ts';
import { tellAbout } from '../../tell/tell.tsx';
import classes from './quick-booking.module.css';

interface BookedLineProps {
  booked: Appointment;
  /** Books another one of the household. */
  onSameNumber: () => void;
}

/**
 * Renders the latest booking next to the form, highlighted once, and the offer to book another
 * person with its number.
 */
export function BookedLine({ booked, onSameNumber }: BookedLineProps) {
  const { openDetails } = useActions();
  const getResourceName = useResourceNames();
  return (
    <div className={classes.booked}>
      <div className={classes.line}>
        <span className={classes.what}>
          <span>Booked</span>
        </span>
        <strong>{timeText(booked)}</strong>
        <span className={classes.named}>{booked.personName}</span>
        <span className={classes.place}>{placeText(booked, getResourceName(booked))}</span>
        <RowButtons>
          {booked.personContact !== null && (
            <RowButton label={`Same number: ${booked.personContact}`} onClick={onSameNumber}>
              Same number
            </RowButton>
          )}
          <RowButton label={`View ${booked.personName}`} onClick={() => openDetails(booked.id)}>
            View
          </RowButton>
        </RowButtons>
      </div>
      {booked.arrivedAt === null && booked.personContact !== null && (
        <div className={classes.tell}>{tellAbout(booked, ['booked'])}</div>
      )}
    </div>
  );
}

/**
 * Formats the doctor; for a turf the end, because a booking that begins now ends before the next
 * one, and the court.
 */
function placeText({ doctor, endTime }: Appointment, resourceName: string | null): string {
  if (doctor !== null) return doctor;
  return [`until ${formatTime(endTime)}`, resourceName].filter(Boolean).join(' · ');
}
