import { describe, expect, it } from 'vitest';
import { type NamedBooking, personAfter, personWith } from './people.ts';
import type { OtherBookings } from './queries.ts';

const person = {
  name: 'Meera Joshi',
  email: 'meera@people.example',
  contact: '98450 00001',
  latest_date: '2026-11-20',
};

const booking = (about: Partial<NamedBooking> = {}): NamedBooking => ({
  reference: 'booking_5',
  person_name: 'Meera Joshi',
  person_email: 'meera@people.example',
  person_contact: '98450 00001',
  appointment_date: '2026-11-20',
  created_at: new Date('2026-11-05T10:00:00Z'),
  ...about,
});

/** Returns other bookings, older than the booking. */
const others = (about: Partial<OtherBookings> = {}): OtherBookings => ({
  patient_id: 'meera',
  latest: '2026-11-18',
  person_name: 'Meera',
  person_contact: '98450 00001',
  created_at: new Date('2026-11-04T10:00:00Z'),
  reference: 'booking_4',
  person_email: 'old@people.example',
  email_created_at: new Date('2026-11-04T10:00:00Z'),
  email_reference: 'booking_4',
  ...about,
});
const newer = { created_at: new Date('2026-11-06T10:00:00Z'), reference: 'booking_6' };

describe('by a new booking a person', () => {
  it('is written as it says [P-7.1]', () => {
    const words = {
      person_name: 'Dr. MEERA Joshi',
      person_email: 'new@people.example',
      person_contact: '+91 98450 00001',
    };
    expect(personWith(person, booking({ ...words, appointment_date: '2026-12-01' }))).toEqual({
      name: 'Dr. MEERA Joshi',
      email: 'new@people.example',
      contact: '+91 98450 00001',
      latest_date: '2026-12-01',
    });
  });

  it('keeps what it does not say, and a later day [P-7.8]', () => {
    const silent = booking({ person_email: null, person_contact: null, appointment_date: '2026-11-01' });
    expect(personWith(person, silent)).toEqual(person);
    expect(personWith(undefined, silent)).toEqual({
      name: 'Meera Joshi',
      email: '',
      contact: null,
      latest_date: '2026-11-01',
    });
  });
});

describe('once a booking has changed a person', () => {
  it.each([
    [
      'is written as the newest booking says: this one',
      others(),
      { name: 'Meera Joshi', email: 'meera@people.example' },
    ],
    [
      'or another one',
      others({ ...newer, email_created_at: newer.created_at }),
      { name: 'Meera', email: 'old@people.example' },
    ],
    [
      'and of those of one instant the one with the later reference',
      others({ created_at: booking().created_at, reference: 'booking_6' }),
      { name: 'Meera', email: 'meera@people.example' },
    ],
    [
      'with the newest email that one has',
      others({ ...newer, email_created_at: new Date('2026-11-01T10:00:00Z') }),
      { name: 'Meera', email: 'meera@people.example' },
    ],
    ['with the latest day of all', others({ latest: '2026-11-28' }), { latest_date: '2026-11-28' }],
    ['which may be the one that changed', others({ latest: '2026-11-19' }), { latest_date: '2026-11-20' }],
  ])('%s [I-27]', (_, remaining, expected) => {
    expect(personAfter(person, remaining, [booking()])).toMatchObject(expected);
  });

  it('has no email where none of the bookings has one', () => {
    const none = others({ person_email: null });
    expect(personAfter(person, none, [booking({ person_email: null })])).toMatchObject({ email: '' });
  });

  it('keeps the number where the newest booking has none', () => {
    const silent = booking({ person_contact: null });
    expect(personAfter(person, undefined, [silent])).toMatchObject({ contact: '98450 00001' });
  });

  it('is left as the others say where it names somebody else, and is nobody without others [I-27]', () => {
    expect(personAfter(person, others(), [])).toEqual({
      name: 'Meera',
      email: 'old@people.example',
      contact: '98450 00001',
      latest_date: '2026-11-18',
    });
    expect(personAfter(person, undefined, [])).toBeNull();
  });
});
