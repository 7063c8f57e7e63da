import { PersonContact, PersonName } from '@samay/contract/people/contact';
import { readTelephone } from '@samay/contract/core/telephone';
import { EmailAddress, Id, lines } from '@samay/contract/core/text';
import { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { OfferedService, Shown } from '../online/shown.ts';
import type { AskedTime, Typed, Wrong } from './ask-page.ts';
import type { View } from './view.ts';

/** The time that a visitor presses. */
export const TimeForm = z.object({ day: LocalDate, time: LocalTime, with: Id.optional() });
const AskedForm = z.object({ day: LocalDate, time: LocalTime, with: Id, chosen: z.literal('1').optional() });

/** Reads a form. A wrong value is answered with `not_found`. */
export function readForm<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  return schema.parse(readFields(request));
}

/** Reads the fields of a form as they were typed. */
export function readFields({ body }: FastifyRequest): Partial<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
}

/** Reads the time that is asked for. @throws `not_found` */
export function toAsked(shown: Shown, service: OfferedService, given: unknown): AskedTime {
  const { day: date, time, with: resourceId, chosen } = AskedForm.parse(given);
  const resource = findResource(shown, service, resourceId);
  return { service, resource, isChosen: chosen !== undefined, date, time };
}

const Note = lines(500);

interface ReadForm {
  readonly personName: string;
  readonly contact: string;
  /** The digits of the number. */
  readonly number: string;
  /** Null where the form does not ask for it. */
  readonly email: string | null;
  readonly note: string | null;
}

/**
 * Checks what a visitor typed.
 * @param asksEmail whether the form asks for an email, because the code goes there
 */
export function readTyped(
  { name, number, email, note }: Typed,
  { words }: View,
  asksEmail: boolean,
): { readonly wrong: Wrong } | ReadForm {
  const personName = PersonName.safeParse(name);
  const contact = PersonContact.safeParse(number);
  const digits = readTelephone(contact.data ?? '')?.number ?? '';
  const said = Note.safeParse(note.trim());
  const address = EmailAddress.safeParse(email.trim());
  const wrong: Wrong = {
    ...(!personName.success && { name: words.nameMissing }),
    ...(digits.replaceAll(/\D/g, '').length < 10 && { number: words.numberMissing }),
    ...(asksEmail && !address.data && { email: words.emailMissing }),
    ...(!said.success && { note: words.noteTooLong }),
  };
  if (!personName.success || !contact.success || !said.success || Object.keys(wrong).length > 0)
    return { wrong };
  return {
    personName: personName.data,
    contact: contact.data,
    number: digits,
    email: asksEmail ? (address.data ?? null) : null,
    note: said.data || null,
  };
}

/** Returns whether a typed number is the one that a device has proven. */
export function isOfNumber(typed: string, known: string | undefined): boolean {
  return known !== undefined && readTelephone(typed)?.number === known;
}

/** Finds the service of an address. @throws `not_found` */
export function findService({ services }: Shown, { params }: FastifyRequest): OfferedService {
  const { service: key } = params as { service: string };
  return orNotFound(services.find((service) => service.key === key || service.id === key));
}

/** Finds a doctor or court that is offered with a service. @throws `not_found` */
export function findResource({ resources }: Shown, service: OfferedService, id: string) {
  const found = resources.find((resource) => resource.id === id);
  assertThat(found && (service.resourceIds?.includes(id) ?? true), 'not_found');
  return found;
}
