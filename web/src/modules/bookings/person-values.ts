import { isReachable, PersonDetails } from '@samay/contract/people/contact';
import { invalidEmail } from '@samay/contract/core/text';
import { fieldErrors } from '../../ui/form/form-errors.ts';

/** The values of the person form as its fields hold them. */
export interface PersonValues {
  personName: string;
  personEmail: string;
  personContact: string;
}

export function personValues({ personName, personEmail, personContact }: PersonDetails): PersonValues {
  return { personName, personEmail: personEmail ?? '', personContact: personContact ?? '' };
}

/**
 * Builds the request body: only the fields that changed since the form was opened, an emptied email
 * or contact as null. A concurrent correction of other fields by a colleague is kept.
 */
export function personChanges(values: PersonValues, opened: PersonValues): Partial<PersonDetails> {
  const [typed, before] = [personBody(values), personBody(opened)];
  return {
    ...(typed.personName !== before.personName && { personName: typed.personName }),
    ...(typed.personEmail !== before.personEmail && { personEmail: typed.personEmail }),
    ...(typed.personContact !== before.personContact && { personContact: typed.personContact }),
  };
}

/**
 * Returns the validation errors of the changed fields, from the contract's schema. Unchanged old
 * values are not validated. An email or a number is required.
 */
export function personErrors(values: PersonValues, opened: PersonValues): Record<string, string> {
  return {
    ...(!isReachable(personBody(values)) && { personEmail: invalidEmail }),
    ...fieldErrors(PersonDetails.partial().safeParse(personChanges(values, opened)).error),
  };
}

function personBody({ personName, personEmail, personContact }: PersonValues): PersonDetails {
  return {
    personName: personName.trim(),
    personEmail: personEmail.trim() || null,
    personContact: personContact.trim() || null,
  };
}
