import type { ReminderWords } from './reminder-words.ts';

export const telugu: ReminderWords = {
  greeting: 'నమస్కారం {person},',
  subject: {
    doctor: 'గుర్తు చేస్తున్నాం: {business} వద్ద మీ అపాయింట్‌మెంట్',
    turf: 'గుర్తు చేస్తున్నాం: {business} వద్ద మీ బుకింగ్',
  },
  one: {
    doctor: '{business} వద్ద మీ ఈ అపాయింట్‌మెంట్‌ను గుర్తు చేస్తున్నాం:',
    turf: '{business} వద్ద మీ ఈ బుకింగ్‌ను గుర్తు చేస్తున్నాం:',
  },
  several: {
    doctor: '{business} వద్ద మీ ఈ అపాయింట్‌మెంట్‌లను గుర్తు చేస్తున్నాం:',
    turf: '{business} వద్ద మీ ఈ బుకింగ్‌లను గుర్తు చేస్తున్నాం:',
  },
  own: 'ఇక్కడ చూడండి, మార్చండి లేదా రద్దు చేయండి: {link}',
  cannot: 'రాలేకపోతే {business} వారికి తెలియజేయండి.',
  why: {
    doctor: '{business} మీ అపాయింట్‌మెంట్‌ను Samay ద్వారా నిర్వహిస్తోంది, అందుకే ఈ ఈమెయిల్ మీకు వచ్చింది. మీ వివరాలు ఎలా వాడుతాం: {link}',
    turf: '{business} మీ బుకింగ్‌ను Samay ద్వారా నిర్వహిస్తోంది, అందుకే ఈ ఈమెయిల్ మీకు వచ్చింది. మీ వివరాలు ఎలా వాడుతాం: {link}',
  },
  noMore: '{business} నుండి ఇక రిమైండర్‌లు వద్దనుకుంటే ఇక్కడ తెలియజేయండి: {link}',
};
