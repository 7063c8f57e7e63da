import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../../../../../lib/session/session.tsx';
import { factsLabel, useAppointmentWording } from '../../../wording.ts';
import { EmailInput } from '../email-input.tsx';
import { foundPerson, hasFacts, typedPerson } from '../model/booking-values.ts';
import { lastNumberOf } from '../model/use-create-appointment.ts';
import { FactsFields } from '../person/facts-fields.tsx';
import { PersonField, VisitText } from '../person/person-field.tsx';
import { hintBelow } from '../times/time-fields.tsx';
import classes from './person-fields.module.css';
import type { BookingForm } from './use-booking-form.ts';

/**
 * Renders name, number and email of the person, who is looked up while name or number is typed.
 * Doctor and time stay as they were chosen.
 */
export function PersonFields({ form }: { form: BookingForm }) {
  const { person, businessType } = useAppointmentWording();
  const { user } = useSession();
  const { values, errors, edit } = form;
  const name = useRef<HTMLInputElement>(null);
  const last = values.personContact === '' ? lastNumberOf(user.id) : null;

  function takeNumber(contact: string): void {
    edit(typedPerson(values, { personContact: contact }));
    name.current?.focus();
  }

  return (
    <>
      <PersonField
        ref={name}
        label={`${person} Name`}
        required
        maxLength={120}
        data-autofocus
        inputWrapperOrder={hintBelow}
        description={values.person && <VisitText person={values.person} />}
        isAwaited={false}
        value={values.personName}
        error={errors['personName']}
        onChange={(personName) => edit(typedPerson(values, { personName }))}
        onPick={(found) => edit(foundPerson(values, found))}
      />
      <PersonField
        label="Contact (optional)"
        type="tel"
        isAwaited={values.personName === ''}
        value={values.personContact}
        error={errors['personContact']}
        onChange={(personContact) => edit(typedPerson(values, { personContact }))}
        onPick={(found) => edit(foundPerson(values, found))}
        onNew={() => name.current?.focus()}
        {...(last !== null && {
          onRecall: () => takeNumber(last),
          rightSectionWidth: '12rem',
          rightSection: (
            <button type="button" className={classes.same} onClick={() => takeNumber(last)}>
              Same number: {last}
            </button>
          ),
        })}
      />
      <EmailInput contact={values.personContact} {...form.textProps('personEmail')} />
      {businessType === 'doctor' && <Facts form={form} />}
    </>
  );
}

/** Renders the facts about the person behind one press. */
function Facts({ form: { values, errors, edit } }: { form: BookingForm }) {
  const [isPressed, setPressed] = useState(false);
  const [isFilled] = useState(() => hasFacts(values));
  if (isPressed || isFilled)
    return <FactsFields values={values} errors={errors} isPressed={isPressed} onChange={edit} />;
  return (
    <Button variant="subtle" className={classes.more} onClick={() => setPressed(true)}>
      {factsLabel}
    </Button>
  );
}
