import type { MessageWords } from './message-words.ts';

const reply = 'Please reply here if you cannot come.';
const otherTime = 'Please reply here for another time.';

export const english: MessageWords = {
  name: 'English',
  head: 'Hello!',
  tails: {
    booked: reply,
    moved: reply,
    reminder: 'Please reply here: are you coming?',
    cancelled: otherTime,
    closed_day: `We are sorry. ${otherTime}`,
    received: 'Thank you!',
    balance: 'Please pay when it suits you. Thank you!',
    refund: 'Thank you!',
    late: 'We are sorry for the wait.',
  },
  sentences: {
    doctor: {
      booked: 'Appointment booked for {person} at {business}:',
      moved: 'The appointment of {person} at {business} has moved. The new time:',
      reminder: 'A reminder of the appointment of {person} at {business}:',
      cancelled: 'The appointment of {person} at {business} is cancelled:',
      closed_day: '{business} is closed at this time, so the appointment of {person} is cancelled:',
      received: '{business} has received {amount} for the appointment of {person} on {day}.',
      balance: '{amount} is due at {business} for the appointment of {person} on {day}.',
      refund: '{business} has given back {amount} for the appointment of {person} on {day}.',
      late: 'The doctor is late today and begins at about {time}. The appointment of {person} at {business}:',
    },
    turf: {
      booked: 'Booking confirmed for {person} at {business}:',
      moved: 'The booking of {person} at {business} has moved. The new time:',
      reminder: 'A reminder of the booking of {person} at {business}:',
      cancelled: 'The booking of {person} at {business} is cancelled:',
      closed_day: '{business} is closed at this time, so the booking of {person} is cancelled:',
      received: '{business} has received {amount} for the booking of {person} on {day}.',
      balance: '{amount} is due at {business} for the booking of {person} on {day}.',
      refund: '{business} has given back {amount} for the booking of {person} on {day}.',
      late: '{business} begins late today, at about {time}. The booking of {person}:',
    },
  },
  location: 'Location',
  ownPage: 'See, move or cancel',
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  parts: [
    [12, 'am'],
    [24, 'pm'],
  ],
  time: '{clock} {part}',
  at: '{from}',
  range: '{from} to {to}',
};
