import { describe, expect, it } from 'vitest';
import { composeMessage, defaultWords, type MessageFacts, messageWords } from './compose.ts';
import { languages, whatsAppKinds } from './message-words.ts';

const clinic: MessageFacts = {
  businessType: 'doctor',
  business: 'City Care Clinic',
  person: 'Asha Kulkarni',
  date: '2026-11-27',
  time: '10:30',
  endTime: '11:00',
  resource: 'Dr. Mehta',
  received: 1_00_000_00,
  due: 300_50,
  refunded: 200_00,
  address: '12, MG Road\nPune',
  mapLink: 'https://maps.example/city-care',
  upiId: 'citycare@okicici',
};
const turf: MessageFacts = {
  ...clinic,
  businessType: 'turf',
  business: 'Green Turf',
  resource: 'Court 1',
  time: '19:00',
  endTime: '20:00',
};

const composed = (
  kind: (typeof whatsAppKinds)[number],
  language: (typeof languages)[number],
  facts: MessageFacts = clinic,
) => composeMessage(kind, language, facts, defaultWords(kind, language)).split('\n');

describe('a message about a booking [P-12.33]', () => {
  it('says name, day, time, doctor and place in English', () => {
    expect(composed('booked', 'en')).toEqual([
      'Hello!',
      '',
      'Appointment booked for Asha Kulkarni at City Care Clinic:',
      'Friday, 27 November 2026, 10:30 am',
      'Dr. Mehta',
      'Location: 12, MG Road, Pune',
      'https://maps.example/city-care',
      '',
      'Please reply here if you cannot come.',
    ]);
  });

  it('says them in Hindi, with the hours of a court', () => {
    expect(composed('moved', 'hi', turf)).toEqual([
      'नमस्ते!',
      '',
      'Green Turf में Asha Kulkarni की बुकिंग का समय बदल गया है। नया समय:',
      'शुक्रवार, 27 नवंबर 2026, शाम 7:00 से रात 8:00 बजे',
      'Court 1',
      'लोकेशन: 12, MG Road, Pune',
      'https://maps.example/city-care',
      '',
      'अगर आना न हो पाए तो यहीं बता दें।',
    ]);
  });

  it('says them in Marathi, without the place where nobody is to come', () => {
    expect(composed('cancelled', 'mr')).toEqual([
      'नमस्कार!',
      '',
      'City Care Clinic येथील Asha Kulkarni यांची अपॉइंटमेंट रद्द झाली आहे:',
      'शुक्रवार, 27 नोव्हेंबर 2026, सकाळी 10:30 वाजता',
      'Dr. Mehta',
      '',
      'दुसऱ्या वेळेसाठी इथेच कळवा.',
    ]);
  });

  it('says the money with grouped lakhs and Latin digits in every language', () => {
    for (const language of languages) {
      expect(composed('received', language).join('\n')).toContain('₹1,00,000');
      expect(composed('balance', language).join('\n')).toContain('₹300.50');
      expect(composed('balance', language)).toContain('UPI: citycare@okicici');
      expect(composed('received', language).join('\n')).not.toContain('UPI');
    }
  });

  it('reminds of day, time and place, and asks for an answer [P-12.47]', () => {
    expect(composed('reminder', 'en')).toEqual([
      'Hello!',
      '',
      'A reminder of the appointment of Asha Kulkarni at City Care Clinic:',
      'Friday, 27 November 2026, 10:30 am',
      'Dr. Mehta',
      'Location: 12, MG Road, Pune',
      'https://maps.example/city-care',
      '',
      'Please reply here: are you coming?',
    ]);
  });

  it('says what was given back, and no place [P-12.47]', () => {
    expect(composed('refund', 'en', turf)).toEqual([
      'Hello!',
      '',
      'Green Turf has given back ₹200 for the booking of Asha Kulkarni on 27 November 2026.',
      '',
      'Thank you!',
    ]);
  });

  it('is complete in every kind, language and business type', () => {
    for (const facts of [clinic, turf])
      for (const language of languages)
        for (const kind of whatsAppKinds) {
          const lines = composed(kind, language, facts);
          expect(lines.join('\n')).toContain('Asha Kulkarni');
          expect(lines.join('\n')).not.toMatch(/[{}]|undefined|null|[०-९]/);
          expect(lines).toContain(messageWords[language].head);
        }
  });

  it.each([
    ['00:15', 'रात 12:15 बजे', 'रात्री 12:15 वाजता', '12:15 am'],
    ['05:00', 'सुबह 5:00 बजे', 'पहाटे 5:00 वाजता', '5:00 am'],
    ['12:00', 'दोपहर 12:00 बजे', 'दुपारी 12:00 वाजता', '12:00 pm'],
    ['16:05', 'शाम 4:05 बजे', 'संध्याकाळी 4:05 वाजता', '4:05 pm'],
    ['23:59', 'रात 11:59 बजे', 'रात्री 11:59 वाजता', '11:59 pm'],
  ])('says %s as people do', (time, hindi, marathi, english) => {
    const at = { ...clinic, time };
    expect(composed('booked', 'hi', at).join('\n')).toContain(`2026, ${hindi}\n`);
    expect(composed('booked', 'mr', at).join('\n')).toContain(`2026, ${marathi}\n`);
    expect(composed('booked', 'en', at).join('\n')).toContain(`2026, ${english}\n`);
  });

  it('leaves out empty words and unknown facts, and keeps braces in a name', () => {
    const bare = { ...clinic, person: 'Ravi {amount}', resource: null, address: null, mapLink: null };
    expect(composeMessage('booked', 'en', bare, { head: '', tail: '' })).toBe(
      'Appointment booked for Ravi {amount} at City Care Clinic:\nFriday, 27 November 2026, 10:30 am',
    );
  });
});
