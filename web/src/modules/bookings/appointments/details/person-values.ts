import { type Appointment, PersonDetails } from '@samay/contract/bookings/appointments';
import { fieldErrors } from '../../../../ui/form/form-errors.ts';

/** Whom a booking is for, as the fields of its form hold it. */
export interface PersonValues {
  personName: string;
  personEmail: string;
  personContact: string;
}

export function personValues({ personName, personEmail, personContact }: Appointment): PersonValues {
  return { personName, personEmail, personContact: personContact ?? '' };
}

/** What is sent: the fields that differ from how the form was opened, an emptied contact as null. What a colleague corrects meanwhile stays. */
export function personChanges(values: PersonValues, opened: PersonValues): Partial<PersonDetails> {
  const [typed, before] = [personBody(values), personBody(opened)];
  return {
    ...(typed.personName !== before.personName && { personName: typed.personName }),
    ...(typed.personEmail !== before.personEmail && { personEmail: typed.personEmail }),
    ...(typed.personContact !== before.personContact && { personContact: typed.personContact }),
  };
}

/** What is wrong with each field that was changed, by the contract's own schema: what stood there before is no reason to refuse. */
export function personErrors(values: PersonValues, opened: PersonValues): Record<string, string> {
  return fieldErrors(PersonDetails.partial().safeParse(personChanges(values, opened)).error);
}

function personBody({ personName, personEmail, personContact }: PersonValues): PersonDetails {
  return { personName: personName.trim(), personEmail: personEmail.trim(), personContact: personContact.trim() || null };
}
