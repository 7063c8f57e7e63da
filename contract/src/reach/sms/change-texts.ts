import type { Language } from '../../bookings/whatsapp-messages/message-words.ts';
import type { BusinessType } from '../../core/roles.ts';
import { lintSmsText, smsVariables } from './reminder-text.ts';

/** The changes of which people are told by SMS, where a text of it is registered. A late doctor is told sooner than by SMS. */
export const smsChanges = ['booked', 'moved', 'cancelled'] as const;
export type SmsTold = (typeof smsChanges)[number];

/** Returns whether the text of a change has a link: nothing is left to be done with a cancelled booking. */
export function hasLink(change: SmsTold): boolean {
  return change !== 'cancelled';
}

/** Lists the variables of the text of a change. */
export function variablesOf(change: SmsTold) {
  return smsVariables.filter((name) => name !== 'link' || hasLink(change));
}

const proposals: Readonly<
  Record<Language, Readonly<Record<BusinessType, Readonly<Record<SmsTold, string>>>>>
> = {
  en: {
    doctor: {
      booked:
        'Dear {person}, your appointment at {business} is booked for {when}. See, move or cancel it: {link} {business}',
      moved:
        'Dear {person}, your appointment at {business} is moved to {when}. See, move or cancel it: {link} {business}',
      cancelled: 'Dear {person}, your appointment at {business} on {when} is cancelled. {business}',
    },
    turf: {
      booked:
        'Dear {person}, your booking at {business} is made for {when}. See, move or cancel it: {link} {business}',
      moved:
        'Dear {person}, your booking at {business} is moved to {when}. See, move or cancel it: {link} {business}',
      cancelled: 'Dear {person}, your booking at {business} on {when} is cancelled. {business}',
    },
  },
  hi: {
    doctor: {
      booked:
        'नमस्ते {person}, {business} में आपका अपॉइंटमेंट {when} के लिए बुक हो गया है। देखें, बदलें या कैंसल करें: {link} {business}',
      moved: 'नमस्ते {person}, {business} में आपका अपॉइंटमेंट अब {when} को है। देखें, बदलें या कैंसल करें: {link} {business}',
      cancelled: 'नमस्ते {person}, {business} में {when} का आपका अपॉइंटमेंट कैंसल हो गया है। {business}',
    },
    turf: {
      booked:
        'नमस्ते {person}, {business} में आपकी बुकिंग {when} के लिए हो गई है। देखें, बदलें या कैंसल करें: {link} {business}',
      moved: 'नमस्ते {person}, {business} में आपकी बुकिंग अब {when} को है। देखें, बदलें या कैंसल करें: {link} {business}',
      cancelled: 'नमस्ते {person}, {business} में {when} की आपकी बुकिंग कैंसल हो गई है। {business}',
    },
  },
  mr: {
    doctor: {
      booked:
        'नमस्कार {person}, {business} येथे तुमची अपॉइंटमेंट {when} साठी बुक झाली आहे. पहा, बदला किंवा रद्द करा: {link} {business}',
      moved:
        'नमस्कार {person}, {business} येथे तुमची अपॉइंटमेंट आता {when} ला आहे. पहा, बदला किंवा रद्द करा: {link} {business}',
      cancelled: 'नमस्कार {person}, {business} येथे {when} ची तुमची अपॉइंटमेंट रद्द झाली आहे. {business}',
    },
    turf: {
      booked:
        'नमस्कार {person}, {business} येथे तुमचे बुकिंग {when} साठी झाले आहे. पहा, बदला किंवा रद्द करा: {link} {business}',
      moved:
        'नमस्कार {person}, {business} येथे तुमचे बुकिंग आता {when} ला आहे. पहा, बदला किंवा रद्द करा: {link} {business}',
      cancelled: 'नमस्कार {person}, {business} येथे {when} चे तुमचे बुकिंग रद्द झाले आहे. {business}',
    },
  },
  te: {
    doctor: {
      booked:
        'నమస్కారం {person}, {business} వద్ద మీ అపాయింట్‌మెంట్ {when} కు బుక్ అయింది. చూడండి, మార్చండి లేదా రద్దు చేయండి: {link} {business}',
      moved:
        'నమస్కారం {person}, {business} వద్ద మీ అపాయింట్‌మెంట్ {when} కు మారింది. చూడండి, మార్చండి లేదా రద్దు చేయండి: {link} {business}',
      cancelled: 'నమస్కారం {person}, {business} వద్ద {when} న ఉన్న మీ అపాయింట్‌మెంట్ రద్దు అయింది. {business}',
    },
    turf: {
      booked:
        'నమస్కారం {person}, {business} వద్ద మీ బుకింగ్ {when} కు ఖరారైంది. చూడండి, మార్చండి లేదా రద్దు చేయండి: {link} {business}',
      moved:
        'నమస్కారం {person}, {business} వద్ద మీ బుకింగ్ {when} కు మారింది. చూడండి, మార్చండి లేదా రద్దు చేయండి: {link} {business}',
      cancelled: 'నమస్కారం {person}, {business} వద్ద {when} న ఉన్న మీ బుకింగ్ రద్దు అయింది. {business}',
    },
  },
};

/** Returns the text of a change that we propose to register: the name of the business is a fixed part of it. */
export function proposeChangeText(
  change: SmsTold,
  { language, businessType, business }: { language: Language; businessType: BusinessType; business: string },
): string {
  const name = business.replaceAll(/[{}#]/g, '').trim();
  return proposals[language][businessType][change]
    .replaceAll('{business}', name)
    .replace('{person}', '{#alphanumeric#}')
    .replace('{when}', '{#alphanumeric#}')
    .replace('{link}', '{#url#}');
}

/** Lists what keeps a change from being told by a registered text. */
export function lintChangeText(change: SmsTold, text: string): string[] {
  return lintSmsText(text, { hasLink: hasLink(change) });
}
