import { Button } from '@mantine/core';
import type { NotedAppointment, Visit } from '@samay/contract/desk/visits';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatDate } from '@samay/contract/core/time';
import { IconFileText } from '@tabler/icons-react';
import { statusTone } from '../../../../lib/status-tone.ts';
import { TextLink } from '../../../../ui/controls/links.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { useAppointmentWording } from '../../wording.ts';
import classes from './visit.module.css';

interface EarlierVisitsProps {
  visit: Visit;
  actions: AppointmentActions;
  /** Called before a link leads to another page. */
  onLeave: () => void;
}

/** Lists the person's last three visits, latest first, with their notes and prescriptions. */
export function EarlierVisits({ visit: { appointment, earlier }, actions, onLeave }: EarlierVisitsProps) {
  const { peoplePath, allOfPerson } = useAppointmentWording();
  return (
    <section aria-label="Last visits" className={classes.earlier}>
      <div className={classes.earlierHead}>
        <h3 className={classes.heading}>Last visits</h3>
        {appointment.patientId !== null && (
          <TextLink
            to={peoplePath}
            search={{ patient: appointment.patientId }}
            onClick={onLeave}
            size="sm"
            py={12}
            my={-12}
          >
            {allOfPerson}
          </TextLink>
        )}
      </div>
      {earlier.length === 0 ? (
        <p className={classes.first}>This is the first visit.</p>
      ) : (
        <ol className={classes.visits}>
          {earlier.map((each) => (
            <EarlierVisit key={each.id} visit={each} actions={actions} />
          ))}
        </ol>
      )}
    </section>
  );
}

function EarlierVisit({ visit, actions }: { visit: NotedAppointment; actions: AppointmentActions }) {
  const { date, doctor, status, note, prescription, may } = visit;
  return (
    <li className={classes.visit}>
      <div className={classes.visitHead}>
        <span className={classes.date}>{formatDate(date)}</span>
        <span className={classes.doctor} title={doctor ?? ''}>
          {doctor}
        </span>
        {status !== 'completed' && <Badge tone={statusTone[status]} text={statusName[status]} />}
        {prescription && may.includes('viewPrescription') && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFileText size={16} aria-hidden />}
            aria-label={`Prescription of ${formatDate(date)}`}
            onClick={() => actions.viewPrescription(visit)}
          >
            Prescription
          </Button>
        )}
      </div>
      {note !== null && (
        <p className={classes.written} tabIndex={0} aria-label={`Note of ${formatDate(date)}`} role="group">
          {note}
        </p>
      )}
    </li>
  );
}
