import { Button, Stack } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatTime, indiaTime } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { resourceList } from '../../../../lib/availability.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { ContactLink } from '../../../../ui/controls/contact-link.tsx';
import { CopyButton } from '../../../../ui/controls/copy-button.tsx';
import { TextLink } from '../../../../ui/controls/links.tsx';
import { FocusedSection } from '../../../../ui/layout/focused-section.tsx';
import { CancelDialog } from '../actions/cancel-dialog.tsx';
import { RescheduleForm } from '../actions/reschedule-form.tsx';
import { type AppointmentActions, useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { contactLabel, doctorLabel, statusLabel, type DetailField, detailFields } from '../detail-fields.ts';
import { DelayText } from '../delay-text.tsx';
import { MoneySection } from '../payment/money-section.tsx';
import { PaymentForm } from '../payment/payment-form.tsx';
import { ReferenceText } from '../reference-text.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { OwnLink } from '../tell/own-link.tsx';
import { TellSection } from '../tell/tell-section.tsx';
import { resourceChoices } from '../../resource-choices.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { absent, noDoctorYet, useAppointmentWording } from '../../wording.ts';
import { ActionButtons, type Section } from './action-buttons.tsx';
import classes from './details-card.module.css';
import { SeriesField } from './series-field.tsx';
import { PersonForm } from './person-form.tsx';

interface DetailsCardProps {
  appointment: Appointment;
  /** Called after a cancellation: the dialog closes. */
  onCancelled: () => void;
  /** Called before a link leads to another page. */
  onLeave: () => void;
  papers?: PapersOfBooking | undefined;
}

/** Renders the numbered papers of a booking, which are a feature of their own. */
export type PapersOfBooking = ComponentType<Pick<DetailsCardProps, 'appointment' | 'onLeave'>>;

const reference = 'Booking Reference';

export function DetailsCard({ appointment, onCancelled, onLeave, papers: Papers }: DetailsCardProps) {
  const { businessType, person } = useAppointmentWording();
  const { actions, dialogs } = useAppointmentActions();
  const [section, setSection] = useState<Section | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const { before, after } = detailFields(
    { ...appointment, resourceName: useResourceNames()(appointment) },
    businessType,
  );
  const personLabel = `${person} Name`;
  const closeSection = () => setSection(null);
  const { openVisit } = useActions();
  const maySeeVisit = useSession().permissions.includes('notes.read');

  const head = before.filter(({ label }) => label === personLabel || label === statusLabel);
  const rest = before.filter((field) => !head.includes(field));

  return (
    <Stack>
      <dl className={classes.head}>
        {head.map((field) => (
          <Field key={field.label} field={field} appointment={appointment}>
            {field.label === personLabel && appointment.patientId && (
              <VisitsLink id={appointment.patientId} onLeave={onLeave} />
            )}
          </Field>
        ))}
      </dl>
      {section !== null && (
        <FocusedSection>
          {section === 'reschedule' && (
            <RescheduleForm appointment={appointment} onDone={closeSection} onCancel={closeSection} />
          )}
          {section === 'person' && (
            <PersonForm appointment={appointment} onDone={closeSection} onCancel={closeSection} />
          )}
          {section === 'payment' && (
            <PaymentForm appointment={appointment} onDone={closeSection} onCancel={closeSection} />
          )}
        </FocusedSection>
      )}
      {/* Hides the actions instead of unmounting them, so that the focus can return to the
          button that opened the form. */}
      <div hidden={section !== null}>
        <ActionButtons
          appointment={appointment}
          actions={actions}
          onSection={setSection}
          onCancel={() => setCancelling(true)}
          {...(maySeeVisit && { onVisit: () => (onLeave(), openVisit(appointment.id)) })}
        />
      </div>
      <dl className={classes.fields}>
        {rest.filter(isPresent).map((field) => (
          <Field key={field.label} field={field} appointment={appointment}>
            {field.label === doctorLabel && (
              <DoctorYet appointment={appointment} onChoose={() => setSection('reschedule')} />
            )}
          </Field>
        ))}
        {appointment.seriesId !== null && <SeriesField id={appointment.id} />}
        {businessType === 'doctor' && <PrescriptionField appointment={appointment} actions={actions} />}
        {after.map((field) => (
          <Field key={field.label} field={field} appointment={appointment} />
        ))}
      </dl>
      <AbsentFields fields={rest.filter((field) => !isPresent(field))} />
      <MoneySection appointment={appointment} />
      <TellSection appointment={appointment} />
      {appointment.may.includes('recordPayment') && <OwnLink appointment={appointment} />}
      {Papers && <Papers appointment={appointment} onLeave={onLeave} />}
      {isCancelling && (
        <CancelDialog
          appointment={appointment}
          onClose={() => setCancelling(false)}
          onCancelled={onCancelled}
        />
      )}
      {dialogs}
    </Stack>
  );
}

const isPresent = ({ text }: DetailField) => text !== absent;

/** Renders the fields without a value in one line, so that they are not a row each. */
function AbsentFields({ fields }: { fields: readonly DetailField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={classes.absent}>
      {fields.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FieldProps {
  field: DetailField;
  appointment: Appointment;
  children?: ReactNode;
}

function Field({ field: { label, text }, appointment, children }: FieldProps) {
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd>
        {label === statusLabel ? (
          <>
            <StatusBadge status={appointment.status} />
            {appointment.comingAt !== undefined && <span>Coming</span>}
            {appointment.ownChange !== undefined && <OwnChange change={appointment.ownChange} />}
            <DelayText booking={appointment} />
            <span>{presenceText(appointment)}</span>
          </>
        ) : (
          <span>{shownAs(label, text)}</span>
        )}
        {label === reference && <CopyButton text={text} label="Copy booking reference" />}
        {children}
      </dd>
    </div>
  );
}

/** Says that the person moved or cancelled the booking, by their link. */
function OwnChange({ change }: { change: NonNullable<Appointment['ownChange']> }) {
  const { person } = useAppointmentWording();
  return (
    <span>
      {change === 'cancelled' ? 'Cancelled' : 'Moved'} by the {person.toLowerCase()}
    </span>
  );
}

/** Says since when the person of a scheduled booking is here, or inside. */
function presenceText({ status, arrivedAt, startedAt }: Appointment): string {
  if (status !== 'scheduled') return '';
  if (startedAt !== null) return `In since ${formatTime(indiaTime(new Date(startedAt)))}`;
  return arrivedAt === null ? '' : `Arrived at ${formatTime(indiaTime(new Date(arrivedAt)))}`;
}

function shownAs(label: string, text: string): ReactNode {
  if (label === reference) return <ReferenceText reference={text} />;
  return label === contactLabel ? <ContactLink contact={text} /> : text;
}

/** Renders the link to the person's page with all their bookings. */
function VisitsLink({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { peoplePath, allOfPerson } = useAppointmentWording();
  return (
    <TextLink to={peoplePath} search={{ patient: id }} onClick={onLeave} size="sm" className={classes.visits}>
      {allOfPerson}
    </TextLink>
  );
}

/** Renders what leads to the choice of a doctor, for a booking of none at a clinic of two or more. */
function DoctorYet({ appointment, onChoose }: { appointment: Appointment; onChoose: () => void }) {
  const doctors = resourceChoices(useQuery(resourceList()).data?.items ?? []);
  const { status, resourceId, may } = appointment;
  if (status !== 'scheduled' || resourceId !== null || doctors.length < 2) return null;
  if (!may.includes('reschedule')) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={onChoose}>
      {noDoctorYet}
    </Button>
  );
}

function PrescriptionField({
  appointment,
  actions,
}: {
  appointment: Appointment;
  actions: AppointmentActions;
}) {
  const { prescription, may } = appointment;
  return (
    <div className={classes.field}>
      <dt>Prescription</dt>
      <dd>
        {prescription === null && 'Not uploaded'}
        {prescription && may.includes('viewPrescription') && (
          <Button variant="subtle" size="compact-sm" onClick={() => actions.viewPrescription(appointment)}>
            View prescription
          </Button>
        )}
        {may.includes('uploadPrescription') && (
          <Button variant="subtle" size="compact-sm" onClick={() => actions.uploadPrescription(appointment)}>
            {prescription ? 'Replace' : 'Upload'}
          </Button>
        )}
      </dd>
    </div>
  );
}
