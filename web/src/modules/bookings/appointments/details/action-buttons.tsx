import { Button, Group } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { useState } from 'react';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { MenuButton } from '../actions/menu-button.tsx';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { allowedTransitions } from '../actions/use-transitions.ts';
import { useSlip } from '../payment/slip.tsx';
import { isPayable, TakeMoney } from '../payment/take-money.tsx';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import { mayNotePayment } from '../payment/may-note-payment.ts';
import { type DetailsAct, likelyActs } from './actions-in-sight.ts';
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

interface Offer {
  readonly key: DetailsAct;
  readonly name: string;
  readonly run: () => void;
}

const mostInSight = 2;
/** The actions that move a booking on have the filled button. */
const steps: ReadonlySet<DetailsAct> = new Set(['markArrived', 'start', 'complete', 'reopen']);

/**
 * Renders the two actions that are next in the booking's state as buttons, and all others that the
 * server allows in a menu.
 */
export function ActionButtons(props: ActionButtonsProps) {
  const { appointment } = props;
  const { businessType, person } = useAppointmentWording();
  // Keeps the place of a payment that was taken here, so that the focus can return to it.
  const [isTaken, setTaken] = useState(false);
  const slip = useSlip(appointment);
  const all: readonly Offer[] = [...listOffers(props, person), ...slip.offers];
  const withMoney = isPayable(appointment) || isTaken;
  const likely = likelyActs(appointment, businessType, serverNow());
  const shown = [...likely, ...all.map(({ key }) => key)]
    .filter((key, index, keys) => keys.indexOf(key) === index)
    .filter((key) => (key === 'money' ? withMoney : all.some((offer) => offer.key === key)))
    .slice(0, mostInSight);
  const rest = all.filter(({ key }) => !shown.includes(key));
  return (
    <Group gap="xs" className={classes.actions}>
      {shown.map((key, place) => {
        if (key === 'money')
          return <TakeMoney key="money" appointment={appointment} onTaken={() => setTaken(true)} />;
        const offer = all.find((each) => each.key === key);
        return offer && <OfferButton key={place} offer={offer} />;
      })}
      {rest.length > 0 && (
        <MenuButton
          label={`More actions for ${appointment.personName}`}
          items={rest}
          className={classes.more ?? ''}
        >
          More actions
        </MenuButton>
      )}
      {slip.sheet}
    </Group>
  );
}

/** Lists what the server allows now, in the order of the menu. */
function listOffers(
  { appointment, actions, onSection, onCancel, onVisit }: ActionButtonsProps,
  person: string,
): Offer[] {
  const { may, status } = appointment;
  const others: (Offer | false | undefined)[] = [
    onVisit && { key: 'visit', name: 'History and note', run: onVisit },
    mayNotePayment(appointment) && {
      key: 'recordPayment',
      name: paymentAction(appointment),
      run: () => onSection('payment'),
    },
    may.includes('recordPayment') && {
      key: 'editPerson',
      name: `Edit ${person.toLowerCase()}`,
      run: () => onSection('person'),
    },
    may.includes('reschedule') && {
      key: 'reschedule',
      name: status === 'completed' ? 'Correct time' : 'Reschedule',
      run: () => onSection('reschedule'),
    },
    may.includes('cancel') && { key: 'cancel', name: 'Cancel', run: onCancel },
  ];
  return [
    ...allowedTransitions(appointment, actions).map(({ key, name, run }) => ({
      key,
      name,
      run: () => void run(),
    })),
    ...others.filter((offer) => !!offer),
  ];
}

/**
 * Renders the button of an action. It ignores the second click of a double click: the same place has
 * the next action by then.
 */
function OfferButton({ offer: { key, name, run } }: { offer: Offer }) {
  return (
    <Button {...(!steps.has(key) && { variant: 'default' })} onClick={({ detail }) => detail < 2 && run()}>
      {name}
    </Button>
  );
}
