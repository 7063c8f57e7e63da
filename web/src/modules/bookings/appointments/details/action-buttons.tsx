import { Button, Group } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { FixedWidthText } from '../../../../ui/layout/fixed-width-text.tsx';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { allowedTransitions, type TransitionEntry } from '../actions/use-transitions.ts';
import { SlipButton } from '../payment/slip-button.tsx';
import { TakeMoney } from '../payment/take-money.tsx';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import classes from './details-card.module.css';

/** The forms that open inline in the details. */
export type Section = 'reschedule' | 'payment' | 'person';

interface ActionButtonsProps {
  appointment: Appointment;
  actions: AppointmentActions;
  onSection: (section: Section) => void;
  onCancel: () => void;
  /** Opens the visit; only for users who may read notes. */
  onVisit?: () => void;
}

/** The transitions whose buttons come before those of the forms. All others come after them. */
const firstKeys: readonly TransitionEntry['key'][] = [
  'complete',
  'undoCancel',
  'undoCompletion',
  'markArrived',
];

/** Renders the buttons of all actions that the server allows now. */
export function ActionButtons({ appointment, actions, onSection, onCancel, onVisit }: ActionButtonsProps) {
  const { may } = appointment;
  const { person } = useAppointmentWording();
  const transitions = allowedTransitions(appointment, actions);
  const first = firstKeys.flatMap((key) => transitions.filter((entry) => entry.key === key));
  return (
    <Group gap="xs" className={classes.actions}>
      {first.map((entry) => (
        <TransitionButton key={entry.key} entry={entry} appointment={appointment} />
      ))}
      {onVisit && (
        <Button variant="default" onClick={onVisit}>
          History and note
        </Button>
      )}
      <TakeMoney appointment={appointment} />
      {may.includes('recordPayment') && (
        <Button variant="default" onClick={() => onSection('payment')}>
          {paymentAction(appointment)}
        </Button>
      )}
      {may.includes('recordPayment') && (
        <Button variant="default" onClick={() => onSection('person')}>
          Edit {person.toLowerCase()}
        </Button>
      )}
      {may.includes('reschedule') && (
        <Button variant="default" onClick={() => onSection('reschedule')}>
          {appointment.status === 'completed' ? 'Correct time' : 'Reschedule'}
        </Button>
      )}
      {transitions
        .filter((entry) => !first.includes(entry))
        .map((entry) => (
          <TransitionButton key={entry.key} entry={entry} appointment={appointment} />
        ))}
      <SlipButton appointment={appointment} />
      {may.includes('cancel') && (
        <Button variant="subtle" color="red" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Group>
  );
}

/** Renders the button of one transition. Completion is the primary button, arrival is a toggle. */
function TransitionButton({
  entry: { key, name, run },
  appointment,
}: {
  entry: TransitionEntry;
  appointment: Appointment;
}) {
  const isToggle = key === 'markArrived';
  return (
    <Button
      {...(key !== 'complete' && { variant: 'default' })}
      {...(isToggle && { 'aria-pressed': appointment.arrivedAt !== null })}
      onClick={() => void run()}
    >
      {isToggle ? <FixedWidthText text={name} longest="Undo arrival" /> : name}
    </Button>
  );
}
