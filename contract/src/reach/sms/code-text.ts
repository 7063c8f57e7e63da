import type { Language } from '../../bookings/whatsapp-messages/message-words.ts';
import { codeMinutes } from '../codes/texts.ts';

const tagPattern = /\{#(\w*)#\}/g;

const proposals: Readonly<Record<Language, string>> = {
  en: 'Your code for {business} is {code}. It works for {minutes} minutes. Give it to nobody. {business}',
  hi: '{business} के लिए आपका कोड {code} है। यह {minutes} मिनट तक चलता है। इसे किसी को न बताएँ। {business}',
  mr: '{business} साठी तुमचा कोड {code} आहे. तो {minutes} मिनिटे चालतो. तो कोणालाही सांगू नका. {business}',
  te: '{business} కోసం మీ కోడ్ {code}. ఇది {minutes} నిమిషాలు పనిచేస్తుంది. దీన్ని ఎవరికీ చెప్పకండి. {business}',
};

/** Returns the text of a code that we propose to register. */
export function proposeCodeText(language: Language, business: string): string {
  const name = business.replaceAll(/[{}#]/g, '').trim();
  return proposals[language]
    .replaceAll('{business}', name)
    .replace('{minutes}', String(codeMinutes))
    .replace('{code}', '{#numeric#}');
}

/** Lists what keeps codes from leaving by a registered text: its one variable is the code, between words. */
export function lintCodeText(text: string): string[] {
  const tags = Array.from(text.matchAll(tagPattern), ([, name = '']) => name);
  const trimmed = text.trim();
  const faults: readonly (readonly [boolean, string])[] = [
    [tags.length !== 1, `The text needs one variable, for the code; it has ${tags.length}.`],
    [
      tags.length === 1 && !['numeric', 'alphanumeric', 'var'].includes(tags[0] ?? ''),
      'The variable, for the code, must be {#numeric#}.',
    ],
    [trimmed.startsWith('{#'), 'The text begins with a variable; operators want words before it.'],
    [
      tags.length > 0 && !/[\p{L}\p{N}]/u.test(trimmed.slice(trimmed.lastIndexOf('#}'))),
      'The text ends with a variable; operators want words after it.',
    ],
    [
      /[{}]/.test(text.replaceAll(tagPattern, '')),
      'A brace belongs to no variable: a variable is {#numeric#}.',
    ],
  ];
  return faults.filter(([is]) => is).map(([, fault]) => fault);
}
