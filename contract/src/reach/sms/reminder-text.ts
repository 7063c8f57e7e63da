import type { Language } from '../../bookings/whatsapp-messages/message-words.ts';
import type { BusinessType } from '../../core/roles.ts';
import type { LocalDate, LocalTime } from '../../core/time.ts';

/** The variables of a registered reminder by SMS, in their order. */
export const smsVariables = ['person', 'when', 'link'] as const;
type Variable = (typeof smsVariables)[number];
export type SmsValues = Readonly<Record<Variable, string>>;

/** The most characters of a value that operators take, except an address. */
export const longestValue = 40;

/** The types of variable that operators know; an address has one of its own. */
const wordTags = ['alphanumeric', 'var'];
const tagPattern = /\{#(\w*)#\}/g;

const proposals: Readonly<Record<Language, Readonly<Record<BusinessType, string>>>> = {
  en: {
    doctor:
      'Dear {person}, your appointment at {business} is on {when}. See, move or cancel it: {link} {business}',
    turf: 'Dear {person}, your booking at {business} is on {when}. See, move or cancel it: {link} {business}',
  },
  hi: {
    doctor: 'नमस्ते {person}, {business} में आपका अपॉइंटमेंट {when} को है। देखें, बदलें या कैंसल करें: {link} {business}',
    turf: 'नमस्ते {person}, {business} में आपकी बुकिंग {when} को है। देखें, बदलें या कैंसल करें: {link} {business}',
  },
  mr: {
    doctor:
      'नमस्कार {person}, {business} येथे तुमची अपॉइंटमेंट {when} ला आहे. पहा, बदला किंवा रद्द करा: {link} {business}',
    turf: 'नमस्कार {person}, {business} येथे तुमचे बुकिंग {when} ला आहे. पहा, बदला किंवा रद्द करा: {link} {business}',
  },
  te: {
    doctor:
      'నమస్కారం {person}, {business} వద్ద మీ అపాయింట్‌మెంట్ {when} న ఉంది. చూడండి, మార్చండి లేదా రద్దు చేయండి: {link} {business}',
    turf: 'నమస్కారం {person}, {business} వద్ద మీ బుకింగ్ {when} న ఉంది. చూడండి, మార్చండి లేదా రద్దు చేయండి: {link} {business}',
  },
};

/** Returns the text that we propose to register: the name of the business is a fixed part of it. */
export function proposeSmsText(language: Language, businessType: BusinessType, business: string): string {
  const name = business.replaceAll(/[{}#]/g, '').trim();
  return proposals[language][businessType]
    .replaceAll('{business}', name)
    .replace('{person}', '{#alphanumeric#}')
    .replace('{when}', '{#alphanumeric#}')
    .replace('{link}', '{#url#}');
}

/**
 * Lists what keeps messages from leaving by a registered text: its variables are the person, the time and,
 * where it has one, the link, in this order, each with its type, and none is first or last.
 */
export function lintSmsText(text: string, { hasLink = true }: { readonly hasLink?: boolean } = {}): string[] {
  const tags = Array.from(text.matchAll(tagPattern), ([, name = '']) => name);
  const trimmed = text.trim();
  const wanted = hasLink ? 3 : 2;
  const isOrdered =
    tags.length === wanted && wordTags.includes(tags[0] ?? '') && wordTags.includes(tags[1] ?? '');
  const faults: readonly (readonly [boolean, string])[] = [
    [
      tags.length !== wanted,
      hasLink
        ? `The text needs three variables, for the person, the time and the link; it has ${tags.length}.`
        : `The text needs two variables, for the person and the time; it has ${tags.length}.`,
    ],
    [
      tags.length === wanted && !isOrdered,
      'The first two variables, for the person and the time, must be {#alphanumeric#}.',
    ],
    [
      isOrdered && hasLink && tags[2] !== 'url',
      'The third variable must be {#url#}: the link is longer than another variable may be.',
    ],
    [trimmed.startsWith('{#'), 'The text begins with a variable; operators want words before it.'],
    [
      tags.length > 0 && !/[\p{L}\p{N}]/u.test(trimmed.slice(trimmed.lastIndexOf('#}'))),
      'The text ends with a variable; operators want words after it.',
    ],
    [/#\}\s*\{#/.test(trimmed), 'Two variables stand side by side; operators want words between them.'],
    [
      /[{}]/.test(text.replaceAll(tagPattern, '')),
      'A brace belongs to no variable: a variable is {#alphanumeric#}.',
    ],
  ];
  return faults.filter(([is]) => is).map(([, fault]) => fault);
}

/** Fills a registered text as the provider does. */
export function fillSmsText(text: string, values: SmsValues): string {
  let at = 0;
  return text.replaceAll(tagPattern, () => {
    const name = smsVariables[at];
    at += 1;
    return name === undefined ? '' : values[name];
  });
}

/**
 * Composes the values of a message: its bookings are in order of time. A series of several days is named by its first
 * one and the number of the others. Operators take letters, digits, spaces, points, slashes and low lines, so that
 * a time is `10.30 AM`.
 */
export function composeSmsValues({
  businessType,
  bookings,
  link,
}: {
  readonly businessType: BusinessType;
  readonly bookings: readonly {
    readonly person: string;
    readonly date: LocalDate;
    readonly time: LocalTime;
  }[];
  readonly link: string;
}): SmsValues {
  const people = [...new Set(bookings.map(({ person }) => toValue(person)).filter((name) => name !== ''))];
  const names = people.join(' / ');
  const [first = '', second] = people;
  const person =
    fits(names) && names !== ''
      ? names
      : second === undefined && first !== ''
        ? cut(first)
        : businessType === 'turf'
          ? 'Customer'
          : 'Patient';
  const [{ date } = { date: '' }] = bookings;
  const times = bookings.map(({ time }) => toClock(time));
  const all = `${toDay(date)} ${times.join(' / ')}`;
  const isOneDay = bookings.every((each) => each.date === date);
  const when = isOneDay && fits(all) ? all : `${toDay(date)} ${times[0] ?? ''} and ${times.length - 1} more`;
  return { person, when, link };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function toDay(date: LocalDate): string {
  const [year, month = '', day = ''] = date.split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

function toClock(time: LocalTime): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}.${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Leaves of a name what operators take. */
function toValue(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{M}\p{N} _/.\u200C\u200D]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function fits(value: string): boolean {
  return Array.from(value).length <= longestValue;
}

/** Cuts a value at its last space that fits. */
function cut(value: string): string {
  if (fits(value)) return value;
  const short = Array.from(value).slice(0, longestValue).join('');
  return short.replace(/\s\S*$/, '');
}
