import type { ReminderWords } from './reminder-words.ts';

export const english: ReminderWords = {
  greeting: 'Hello {person},',
  subject: {
    doctor: 'Reminder: your appointment at {business}',
    turf: 'Reminder: your booking at {business}',
  },
  one: {
    doctor: 'This is a reminder of your appointment at {business}:',
    turf: 'This is a reminder of your booking at {business}:',
  },
  several: {
    doctor: 'This is a reminder of your appointments at {business}:',
    turf: 'This is a reminder of your bookings at {business}:',
  },
  own: 'See, move or cancel it here: {link}',
  cannot: 'If you cannot come, please tell {business}.',
  why: {
    doctor:
      'You get this email because {business} manages your appointment with Samay. How your details are handled: {link}',
    turf: 'You get this email because {business} manages your booking with Samay. How your details are handled: {link}',
  },
  noMore: 'If you want no more reminders of {business}, say so here: {link}',
};
