import type { BusinessType } from '../../core/roles.ts';
import { formatWhen, messageWords } from '../../bookings/whatsapp-messages/compose.ts';
import { type Language, languages } from '../../bookings/whatsapp-messages/message-words.ts';
import { type RemindedBooking, reminderWords } from './compose.ts';
import { templateWords } from './template-words.ts';

/** The reminders by a text that is registered at a provider: of one booking, or of several. */
export const templateKinds = ['one', 'several'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** The variables of registered texts. */
export type Variable = 'person' | 'business' | 'when' | 'time';

/** A text as it is registered at a provider. */
export interface RegisteredTemplate {
  /** The provider's name of it; another text has another name. */
  readonly name: string;
  readonly language: Language;
  /** The text, with its variables as `{{1}}`, in their order. */
  readonly body: string;
  /** The variables in the order of their numbers. */
  readonly order: readonly Variable[];
  readonly footer: string;
  /** The answer that says that the person comes; null where it is not asked. */
  readonly coming: string | null;
  /** The button that opens the page of the booking; null where there is none. */
  readonly open: string | null;
}

/** A registered reminder, which has both buttons. */
export interface ReminderTemplate extends RegisteredTemplate {
  readonly coming: string;
  readonly open: string;
}

/** Returns a registered reminder. */
export function getReminderTemplate(
  language: Language,
  businessType: BusinessType,
  kind: TemplateKind,
): ReminderTemplate {
  const words = reminderWords[language];
  const { footer, coming, open, press } = templateWords[language];
  const text = `${words.greeting} ${words[kind][businessType]} {when}. ${press}`;
  return {
    name: `samay_reminder_${businessType}_${kind}_v1`,
    language,
    ...numberVariables(text),
    footer,
    coming,
    open,
  };
}

/** Numbers the variables of a text in the order in which it names them first. */
export function numberVariables(text: string): Pick<RegisteredTemplate, 'body' | 'order'> {
  const order: Variable[] = [];
  const body = text.replaceAll(/\{(\w+)\}/g, (_, name: Variable) => {
    if (!order.includes(name)) order.push(name);
    return `{{${order.indexOf(name) + 1}}}`;
  });
  return { body, order };
}

/** Lists all registered reminders of a type of business. */
export function listReminderTemplates(businessType: BusinessType): ReminderTemplate[] {
  return languages.flatMap((language) =>
    templateKinds.map((kind) => getReminderTemplate(language, businessType, kind)),
  );
}

/** The values of a registered text, by their names. */
export type TemplateValues = Readonly<Record<Variable, string>>;

/** Composes the values of a registered reminder: its bookings are of one day, in order of time. */
export function composeValues(
  language: Language,
  facts: {
    readonly businessType: BusinessType;
    readonly business: string;
    readonly bookings: readonly RemindedBooking[];
  },
): TemplateValues {
  const { businessType, business, bookings } = facts;
  const people = [...new Set(bookings.map(({ person }) => person))];
  const when = bookings.map((booking) =>
    [
      ...(people.length > 1 ? [booking.person] : []),
      formatWhen(messageWords[language], { businessType, ...booking }),
      ...(booking.resource ? [booking.resource] : []),
    ].join(' · '),
  );
  return {
    person: inOneLine(people.join(', ')),
    business: inOneLine(business),
    when: inOneLine(when.join('; ')),
    time: '',
  };
}

/** Returns a registered text with its values. */
export function fillTemplate({ body, order }: RegisteredTemplate, values: TemplateValues): string {
  return order.reduce((text, name, at) => text.replaceAll(`{{${at + 1}}}`, values[name]), body);
}

/** Makes a value that a provider takes: no line breaks and no wide gaps. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The limits of a registered text at WhatsApp. */
const longest = { body: 1024, footer: 60, button: 25 } as const;

/**
 * Lists what a provider would refuse about a registered text: a variable at its beginning or end, two
 * side by side, numbers out of order, parts that are too long.
 */
export function lintTemplate({
  body,
  footer,
  coming,
  open,
}: Omit<RegisteredTemplate, 'order' | 'language'>): string[] {
  const numbers = [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number));
  const firsts = [...new Set(numbers)];
  const afterLast = body.slice(body.lastIndexOf('}}') + 2);
  const faults: readonly (readonly [boolean, string])[] = [
    [/^\s*\{\{/.test(body), 'The text begins with a variable.'],
    [firsts.length > 0 && /^[\s\p{P}]*$/u.test(afterLast), 'The text ends with a variable.'],
    [/\}\}\s*\{\{/.test(body), 'Two variables stand side by side.'],
    [firsts.some((number, at) => number !== at + 1), 'The variables are not numbered from 1.'],
    [/[{}]/.test(body.replaceAll(/\{\{\d+\}\}/g, '')), 'A brace belongs to no variable.'],
    [body.length > longest.body, `The text has more than ${longest.body} characters.`],
    [footer.length > longest.footer, `The last line has more than ${longest.footer} characters.`],
    [
      [coming, open].some((text) => text !== null && (text.length > longest.button || text.length === 0)),
      `A button has more than ${longest.button} characters.`,
    ],
  ];
  return faults.filter(([is]) => is).map(([, fault]) => fault);
}
