import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatTime } from '@samay/contract/core/time';
import { useActions } from '../../../../../lib/actions.tsx';
import { RowButton } from '../../../../../ui/table/row-button.tsx';
import { timeText } from '../../../days.ts';
import { useResourceNames } from '../../../use-resource-names.ts';
import { tellAbout } from '../../tell/tell.tsx';
import classes from './quick-booking.module.css';

/** Renders the latest booking next to the form; it is highlighted once. */
export function BookedLine({ booked }: { booked: Appointment | null }) {
  const { openDetails } = useActions();
  const resourceNameOf = useResourceNames();
  return (
    <div role="status" className={classes.last}>
      {booked && (
        <div key={booked.id} className={classes.booked}>
          <p className={classes.line}>
            <span className={classes.what}>
              <span>Booked</span>
            </span>
            <strong>{timeText(booked)}</strong>
            <span className={classes.named}>{booked.personName}</span>
            <span className={classes.place}>{placeText(booked, resourceNameOf(booked))}</span>
            <RowButton label={`View ${booked.personName}`} onClick={() => openDetails(booked.id)}>
              View
            </RowButton>
          </p>
          <div className={classes.tell}>{tellAbout(booked, ['booked'])}</div>
        </div>
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
