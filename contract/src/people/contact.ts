import { z } from 'zod';
import { withoutInvisible } from '../core/characters.ts';
import { EmailAddress, invalidEmail, line, requiredMailedLine } from '../core/text.ts';

/** A telephone number as written, which a second one or a remark may follow. */
export const PersonContact = z.string().overwrite(withoutInvisible).pipe(line(40));

export const PersonName = requiredMailedLine(120, 'Please enter a name');

/**
 * The person of a booking. The email may be missing where there is a contact number; see
 * `isReachable`.
 */
export const PersonDetails = z.strictObject({
  personName: PersonName,
  personEmail: EmailAddress.nullable(),
  personContact: PersonContact.nullable(),
});
export type PersonDetails = z.infer<typeof PersonDetails>;

interface Reach {
  readonly personEmail?: string | null | undefined;
  readonly personContact?: string | null | undefined;
}

/** Returns whether a person has an email or a contact number. Every booking has one of them. */
export function isReachable({ personEmail, personContact }: Reach): boolean {
  return Boolean(personEmail) || Boolean(personContact);
}

/**
 * The error of a person without both, at the email. It is reported with the errors of other fields.
 */
export const unreachable = {
  path: ['personEmail'],
  error: invalidEmail,
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
};
