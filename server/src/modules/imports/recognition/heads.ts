import { wordsIn } from './word-list.ts';
import type { ImportTarget } from '@samay/contract/imports/columns';

/** The meaning of a head. Parts of a name count where no column has the whole one. */
export type HeadMeaning = ImportTarget | 'firstName' | 'amount';

/**
 * The heads that are known, in English and Hindi, as `foldHead` writes them. Google's are those of its
 * export (First Name, Phone 1 - Value, E-mail 1 - Value, Birthday, Notes, and Given Name, Family Name
 * of the older one); ours are those of docs/export.md.
 */
const known: Record<HeadMeaning, readonly string[]> = {
  name: wordsIn(`name, full name, patient, patient name, name of patient, patients name, customer, customer
    name, client, client name, person, player, player name, member, member name, guest, guest
    name, booked by, contact name, pt name, display name, नाम, पूरा नाम, मरीज, मरीज का नाम,
    रोगी, रोगी का नाम, ग्राहक, ग्राहक का नाम, रुग्ण, रुग्णाचे नाव, नाव`),
  firstName: wordsIn(`first name, given name, middle name, additional name, firstname, fname, पहला नाम`),
  lastName: wordsIn(`last name, family name, surname, lastname, lname, उपनाम, आडनाव`),
  contact: wordsIn(`contact, contact no, contact number, mobile, mobile no, mobile number, phone, phone no,
    phone number, primary mobile, primary contact, primary phone, secondary mobile, alternate
    mobile, alternate number, alternate contact, telephone, tel, cell, whatsapp, whatsapp no,
    whatsapp number, mob, mob no, ph, ph no, mobile 1, mobile 2, phone 1, phone 2, phone 1
    value, phone 2 value, phone 3 value, phone 4 value, mobile phone, home phone, patient mobile, patient
    contact, patient phone, customer mobile, customer phone, customer contact, landline, मोबाइल,
    मोबाइल नंबर, मोबाइल न, फोन, फोन नंबर, दूरभाष, संपर्क, संपर्क नंबर, नंबर`),
  email: wordsIn(`email, e mail, email id, e mail id, email address, e mail address, mail, mail id, e mail 1
    value, e mail 2 value, e mail 3 value, primary email, patient email, customer email, ईमेल, ई मेल`),
  born: wordsIn(`born, birthday, date of birth, birth date, birthdate, dob, d o b, age, age sex, age gender,
    age years, age yrs, age in years, patient age, year of birth, dob age, age dob, जन्म तिथि,
    जन्मतिथि, जन्म दिनांक, जन्म तारीख, उम्र, आयु, वय`),
  sex: wordsIn(`sex, gender, m f, patient gender, लिंग`),
  guardian:
    wordsIn(`guardian, guardian name, parent, parent name, parent guardian, father, father name, fathers
    name, mother, mother name, mothers name, c o, s o, father husband name, father husband,
    पिता, पिता का नाम, माता का नाम, अभिभावक, पिता पति का नाम`),
  note: wordsIn(`note, notes, remark, remarks, comment, comments, टिप्पणी, विवरण, नोट`),
  date: wordsIn(`date, day, appointment date, booking date, visit date, appt date, date of visit, slot date,
    date of appointment, date of booking, appointment on, date time, appointment date time, play
    date, दिनांक, तारीख, तिथि`),
  time: wordsIn(`time, start, start time, from, slot, time slot, appointment time, booking time, visit time,
    from time, in time, timing, timings, समय`),
  end: wordsIn(`end, end time, to, to time, till, out time`),
  minutes: wordsIn(`minutes, duration, duration minutes, duration mins, length, hours, hrs, अवधि`),
  service: wordsIn(`service, treatment, procedure, category, appointment type, visit type, purpose, reason,
    sport, service name, activity, game, सेवा, उपचार, खेल`),
  resource:
    wordsIn(`doctor, doctor name, doctor or court, dr, consultant, practitioner, provider, court, court
    name, turf, ground, pitch, facility, resource, doctors name, डॉक्टर, चिकित्सक, कोर्ट, मैदान`),
  price: wordsIn(`price, price inr, fee, fees, charge, charges, rate, cost, consultation fee, bill amount,
    शुल्क, फीस, दर`),
  paid: wordsIn(`paid, paid amount, amount paid, paid inr, received, amount received, collected, collection,
    payment, payment amount, advance paid, भुगतान, जमा, प्राप्त`),
  due: wordsIn(`due, due inr, balance, pending, pending amount, outstanding, amount due, balance due, बकाया,
    शेष`),
  method: wordsIn(`method, mode, payment mode, payment method, mode of payment, paid by, paid via, भुगतान का
    तरीका`),
  status: wordsIn(`status, booking status, appointment status, स्थिति`),
  amount: wordsIn(`amount, total, total amount, amount inr, amt, net amount, राशि, रकम, कुल, कुल राशि`),
};

const meanings = new Map<string, HeadMeaning>();
for (const [meaning, heads] of Object.entries(known) as [HeadMeaning, readonly string[]][])
  for (const head of heads) meanings.set(foldHead(head), meaning);

/** Returns the meaning of a head; what stands in brackets may be left out. Undefined if it is unknown. */
export function getHeadMeaning(head: string): HeadMeaning | undefined {
  const open = head.indexOf('(');
  return findMeaning(head) ?? (open > 0 ? findMeaning(head.slice(0, open)) : undefined);
}

/** Finds a head as it is written, or else with spaces between words that are told apart by capitals alone. */
function findMeaning(head: string): HeadMeaning | undefined {
  return (
    meanings.get(foldHead(head)) ?? meanings.get(foldHead(head.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
  );
}

/** Writes a head in small letters with single spaces, without signs and the dot below of Devanagari. */
function foldHead(head: string): string {
  return head
    .normalize('NFKD')
    .replaceAll('\u093c', '')
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns whether two files have the same heads, in whatever spelling. */
export function haveSameHeads(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((head, at) => foldHead(head) === foldHead(other[at] ?? ''));
}
