import type { ReminderWords } from './reminder-words.ts';

export const marathi: ReminderWords = {
  greeting: 'नमस्कार {person},',
  subject: { doctor: 'आठवण: {business} येथील तुमची अपॉइंटमेंट', turf: 'आठवण: {business} येथील तुमचे बुकिंग' },
  one: { doctor: '{business} येथील तुमच्या या अपॉइंटमेंटची आठवण:', turf: '{business} येथील तुमच्या या बुकिंगची आठवण:' },
  several: {
    doctor: '{business} येथील तुमच्या या अपॉइंटमेंट्सची आठवण:',
    turf: '{business} येथील तुमच्या या बुकिंग्सची आठवण:',
  },
  own: 'येथे पहा, बदला किंवा रद्द करा: {link}',
  cannot: 'येणे जमणार नसेल तर {business} यांना कळवा.',
  why: {
    doctor:
      '{business} तुमच्या अपॉइंटमेंटसाठी Samay वापरते, म्हणून हा ईमेल तुम्हाला आला आहे. तुमची माहिती कशी वापरली जाते: {link}',
    turf: '{business} तुमच्या बुकिंगसाठी Samay वापरते, म्हणून हा ईमेल तुम्हाला आला आहे. तुमची माहिती कशी वापरली जाते: {link}',
  },
  noMore: '{business} कडून आणखी आठवणी नको असतील तर येथे कळवा: {link}',
};
