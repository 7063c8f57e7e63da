import { formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatDate, formatInstant, formatTime } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { IconFileText } from '@tabler/icons-react';
import { memo } from 'react';
import { ContactLink } from '../../../../ui/controls/contact-link.tsx';
import { CopyButton } from '../../../../ui/controls/copy-button.tsx';
import { LongText } from '../../../../ui/layout/long-text.tsx';
import { RowButton } from '../../../../ui/table/row-button.tsx';
import type { ListedBooking } from '../../booked.ts';
import { rangeText } from '../../../../lib/days.ts';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { PaymentSummary } from '../payment/payment-summary.tsx';
import { ReferenceText } from '../reference-text.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { DelayText } from '../delay-text.tsx';
import { AppointmentMenu } from '../actions/appointment-menu.tsx';
import classes from './appointment-row.module.css';

interface AppointmentRowProps {
  appointment: ListedBooking;
  actions: AppointmentActions;
  businessType: BusinessType;
  isFresh: boolean;
  /** Whether this is the first row of its day. */
  isFirst: boolean;
  /**
   * The court's name, for a half including its ground, if the rows are of several courts; otherwise
   * null.
   */
  resourceName: string | null;
  /** Whether the list shows the dues: each row has the button that takes them. */
  isOwing: boolean;
}

/**
 * Renders the row of one booking. It is memoised and uses plain elements, so that thousands of rows
 * scroll smoothly on an old phone.
 */
export const AppointmentRow = memo(function AppointmentRow({
  appointment,
  actions,
  businessType,
  isFresh,
  isFirst,
  resourceName,
  isOwing,
}: AppointmentRowProps) {
  const { personName, personContact, doctor, date, time, endTime, status, arrivedAt, reference, may } =
    appointment;
  const isDoctor = businessType === 'doctor';
  return (
    <div
      role="row"
      className={classes.row}
      data-row
      data-status={status}
      data-fresh={isFresh || undefined}
      data-first={isFirst || undefined}
      data-business={businessType}
    >
      <div role="cell" className={classes.person} data-column="person">
        <LongText text={personName} strong />
        {personContact !== null && (
          <span className={classes.minor}>
            <ContactLink contact={personContact} />
          </span>
        )}
      </div>
      {isDoctor && (
        <div role="cell" className={classes.doctor} data-column="doctor">
          <LongText text={doctor ?? '—'} />
        </div>
      )}
      <div role="cell" className={classes.when} data-column="when">
        <TimeText time={time} endTime={endTime} isRange={!isDoctor} />
        <span className={classes.minor}>{formatDate(date)}</span>
        {resourceName !== null && (
          <span className={classes.minor} title={resourceName}>
            {resourceName}
          </span>
        )}
      </div>
      <div role="cell" className={classes.status} data-column="status">
        <StatusBadge status={status} />
        {arrivedAt !== null && (
          <span className={classes.minor} title={formatInstant(arrivedAt)}>
            Arrived
          </span>
        )}
        {appointment.comingAt !== undefined && <span className={classes.minor}>Coming</span>}
        {appointment.isOnline && <span className={classes.minor}>Online</span>}
        {appointment.ownChange !== undefined && (
          <span className={classes.minor}>
            {appointment.ownChange === 'moved' ? 'Moved by' : 'By'} the {wording[businessType].person}
          </span>
        )}
        {appointment.delay > 0 && (
          <DelayText booking={appointment} className={`${classes.minor} ${classes.late}`} />
        )}
        {appointment.overbookedReason !== null && (
          <span className={classes.minor} title={appointment.overbookedReason}>
            Overbooked
          </span>
        )}
      </div>
      <div role="cell" className={classes.payment} data-column="payment">
        <PaymentSummary
          {...appointment}
          take={isOwing && <TakeButton appointment={appointment} actions={actions} />}
        />
      </div>
      {isDoctor && (
        <div role="cell" className={classes.prescription} data-column="prescription">
          <PrescriptionButtons appointment={appointment} actions={actions} />
        </div>
      )}
      <div role="cell" className={classes.reference} data-column="reference">
        <span className={classes.code} title={reference}>
          <ReferenceText reference={reference} />
        </span>
        <CopyButton text={reference} label={`Copy reference ${reference}`} />
      </div>
      <div role="cell" className={classes.actions} data-column="actions">
        <RowButton label={`View ${personName}`} onClick={() => actions.view(appointment)}>
          View
        </RowButton>
        {may.includes('cancel') && (
          <RowButton isDestructive label={`Cancel ${personName}`} onClick={() => actions.cancel(appointment)}>
            Cancel
          </RowButton>
        )}
        <AppointmentMenu appointment={appointment} actions={actions} />
      </div>
    </div>
  );
});

/** Renders the start, at a turf with the end; at a clinic the end is shown on hover. */
function TimeText({
  time,
  endTime,
  isRange,
}: Pick<ListedBooking, 'time' | 'endTime'> & { isRange: boolean }) {
  if (endTime === null) return <span className={classes.time}>{formatTime(time)}</span>;
  if (isRange) return <span className={classes.time}>{rangeText(time, endTime, '–')}</span>;
  return (
    <span className={classes.time} title={`Until ${formatTime(endTime)}`}>
      {formatTime(time)}
    </span>
  );
}

function TakeButton({ appointment, actions }: Pick<AppointmentRowProps, 'appointment' | 'actions'>) {
  const { due, may, personName } = appointment;
  if (!due) return null;
  const text = formatRupees(due);
  if (!may.includes('recordPayment')) return <span className={classes.due}>{text} due</span>;
  return (
    <span className={classes.due}>
      <span>{text} due</span>
      <RowButton label={`Take ${text} from ${personName}`} onClick={() => actions.takeMoney(appointment)}>
        Take
      </RowButton>
    </span>
  );
}

function PrescriptionButtons({ appointment, actions }: Pick<AppointmentRowProps, 'appointment' | 'actions'>) {
  const { hasPrescription, personName, may } = appointment;
  const isViewable = hasPrescription && may.includes('viewPrescription');
  const isOpenToUpload = may.includes('uploadPrescription');
  if (!isViewable && !isOpenToUpload)
    return <span className={classes.minor}>{hasPrescription ? '—' : 'Not uploaded'}</span>;
  return (
    <>
      {isViewable && (
        <RowButton
          isQuiet
          label={`View prescription of ${personName}`}
          onClick={() => actions.viewPrescription(appointment)}
        >
          <IconFileText size={14} stroke={2} aria-hidden className={classes.file} />
          View
        </RowButton>
      )}
      {isOpenToUpload && (
        <RowButton
          isQuiet={isViewable}
          label={`Upload prescription of ${personName}`}
          onClick={() => actions.uploadPrescription(appointment)}
        >
          Upload
        </RowButton>
      )}
    </>
  );
}
