import type { Language } from '../../bookings/whatsapp-messages/message-words.ts';

/** The words of a registered reminder in addition to those of a mail. */
export interface TemplateWords {
  /** Says what the buttons are for; it ends the text. */
  readonly press: string;
  /** The answer that says that the person comes. */
  readonly coming: string;
  /** The button that opens the page of the booking. */
  readonly open: string;
  /** The last line: how to get no more. */
  readonly footer: string;
}

export const templateWords: Readonly<Record<Language, TemplateWords>> = {
  en: {
    press: 'Please press a button to say that you are coming, or to move or cancel.',
    coming: 'I am coming',
    open: 'See, move or cancel',
    footer: 'Sent with Samay. Answer STOP for no more of these.',
  },
  hi: {
    press: 'कृपया बटन दबाकर बताएँ कि आप आ रहे हैं, या समय बदलें या कैंसल करें।',
    coming: 'मैं आ रहा/रही हूँ',
    open: 'देखें, बदलें, कैंसल',
    footer: 'Samay से भेजा गया। और नहीं चाहिए तो STOP लिखें।',
  },
  mr: {
    press: 'कृपया बटण दाबून तुम्ही येत आहात हे कळवा, किंवा वेळ बदला किंवा रद्द करा.',
    coming: 'मी येत आहे',
    open: 'पहा, बदला, रद्द करा',
    footer: 'Samay द्वारे पाठवले. आणखी नको असल्यास STOP लिहा.',
  },
  te: {
    press: 'దయచేసి మీరు వస్తున్నారని చెప్పడానికి, లేదా మార్చడానికి, రద్దు చేయడానికి బటన్ నొక్కండి.',
    coming: 'నేను వస్తున్నాను',
    open: 'చూడండి, మార్చండి',
    footer: 'Samay ద్వారా పంపబడింది. ఇక వద్దంటే STOP అని పంపండి.',
  },
};
