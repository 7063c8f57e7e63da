import { Button } from '@mantine/core';
import type { FoundPerson } from '@samay/contract/people/people';
import { useRef, useState } from 'react';
import { AgeAndSexFields, emptyFacts, GuardianField } from '../../../../../ui/form/person-facts.tsx';
import { useSession } from '../../../../../lib/session/session.tsx';
import { factsLabel, useAppointmentWording } from '../../../wording.ts';
import { EmailInput } from '../email-input.tsx';
import { lastNumberOf } from '../use-create-appointment.ts';
import { useAdultsOfNumber } from '../person/use-adults-of-number.ts';
import { PersonField, VisitText } from '../person/person-field.tsx';
import { hintBelow } from '../times/time-fields.tsx';
import classes from './person-fields.module.css';
import type { BookingForm } from './use-booking-form.ts';

/**
 * Renders name, number and email of the person, who is looked up while name or number is typed.
 * Doctor and time stay as they were chosen.
 */
export function PersonFields({ fields }: Pick<BookingForm, 'fields'>) {
  const { person, businessType } = useAppointmentWording();
  const { user } = useSession();
  const { values, errors } = fields;
  const name = useRef<HTMLInputElement>(null);
  const last = values.personContact === '' ? lastNumberOf(user.id) : null;

  /**
   * Sets a typed name or number: both tell a person, so another one loses the email found and the
   * facts typed.
   */
  function edit(field: 'personName' | 'personContact', text: string): void {
    fields.setFieldValue(field, text);
    if (!values.person) return;
    fields.setValues({ person: null, ...emptyFacts });
    if (values.personEmail === values.person.email) fields.setFieldValue('personEmail', '');
  }

  function handlePick(found: FoundPerson): void {
    fields.setValues({
      person: found,
      personName: found.name,
      personContact: found.contact ?? '',
      personEmail: found.email ?? values.personEmail,
      ...(found.id !== values.person?.id && emptyFacts),
    });
  }

  function takeNumber(contact: string): void {
    edit('personContact', contact);
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
        onChange={(text) => edit('personName', text)}
        onPick={handlePick}
      />
      <PersonField
        label="Contact (optional)"
        type="tel"
        isAwaited={values.personName === ''}
        value={values.personContact}
        error={errors['personContact']}
        onChange={(text) => edit('personContact', text)}
        onPick={handlePick}
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
      <EmailInput contact={values.personContact} {...fields.getInputProps('personEmail')} />
      {businessType === 'doctor' && <Facts fields={fields} />}
    </>
  );
}

/** Renders the facts about the person behind one press; what is left empty stays as it is known. */
function Facts({ fields: { values, errors, setValues } }: Pick<BookingForm, 'fields'>) {
  const [isPressed, setPressed] = useState(false);
  const [isFilled] = useState([values.age, values.sex, values.guardian].some(Boolean));
  const adults = useAdultsOfNumber(values);
  const shown = { values, errors, onChange: setValues };
  if (!isPressed && !isFilled)
    return (
      <Button variant="subtle" className={classes.more} onClick={() => setPressed(true)}>
        {factsLabel}
      </Button>
    );
  return (
    <>
      <AgeAndSexFields {...shown} {...(isPressed && { ageRef: focusField })} />
      <GuardianField {...shown} adults={adults} isMinor={values.person?.isMinor} />
    </>
  );
}

/** Focuses a field once it is there, in place of the pressed button. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}
