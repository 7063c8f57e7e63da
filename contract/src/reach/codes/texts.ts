import { type Language, languages } from '../../bookings/whatsapp-messages/message-words.ts';

/** The minutes for which a code works. */
export const codeMinutes = 5;

/** A code as it is registered at WhatsApp, which writes the text of codes itself. */
export interface CodeTemplate {
  readonly name: string;
  readonly language: Language;
  /** The minutes after which the text says that the code has ended. */
  readonly minutes: number;
}

/** Returns the registered code in a language. */
export function getCodeTemplate(language: Language): CodeTemplate {
  return { name: 'samay_code_v1', language, minutes: codeMinutes };
}

/** Lists all registered codes. */
export function listCodeTemplates(): CodeTemplate[] {
  return languages.map(getCodeTemplate);
}

interface CodeWords {
  /** `{code}`, `{business}` in the sentences. */
  readonly subject: string;
  readonly text: string;
}

const words: Readonly<Record<Language, CodeWords>> = {
  en: {
    subject: '{code} is your code for {business}',
    text: 'Your code for the booking at {business}: {code}\n\nIt works for {minutes} minutes. Give it to nobody. If you did not ask for it, nothing has to be done.',
  },
  hi: {
    subject: '{business} के लिए आपका कोड {code}',
    text: '{business} में बुकिंग के लिए आपका कोड: {code}\n\nयह {minutes} मिनट तक चलता है। इसे किसी को न बताएँ। अगर आपने इसे नहीं माँगा, तो कुछ करने की ज़रूरत नहीं है।',
  },
  mr: {
    subject: '{business} साठी तुमचा कोड {code}',
    text: '{business} येथील बुकिंगसाठी तुमचा कोड: {code}\n\nतो {minutes} मिनिटे चालतो. तो कोणालाही सांगू नका. तुम्ही तो मागितला नसेल, तर काही करण्याची गरज नाही.',
  },
  te: {
    subject: '{business} కోసం మీ కోడ్ {code}',
    text: '{business} లో బుకింగ్ కోసం మీ కోడ్: {code}\n\nఇది {minutes} నిమిషాలు పనిచేస్తుంది. దీన్ని ఎవరికీ చెప్పకండి. మీరు అడగకపోతే ఏమీ చేయనవసరం లేదు.',
  },
};

/** Composes the email with a code. */
export function composeCodeEmail(
  language: Language,
  values: { readonly code: string; readonly business: string },
): { readonly subject: string; readonly text: string } {
  const { subject, text } = words[language];
  const filled = (pattern: string) =>
    pattern
      .replaceAll('{minutes}', String(codeMinutes))
      .replaceAll('{code}', () => values.code)
      .replaceAll('{business}', () => values.business);
  return { subject: filled(subject), text: filled(text) };
}
