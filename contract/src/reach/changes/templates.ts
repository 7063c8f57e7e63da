import { formatTimeIn, messageWords } from '../../bookings/whatsapp-messages/compose.ts';
import { type Language, languages } from '../../bookings/whatsapp-messages/message-words.ts';
import type { BusinessType } from '../../core/roles.ts';
import type { LocalTime } from '../../core/time.ts';
import type { RemindedBooking } from '../reminders/compose.ts';
import { templateWords } from '../reminders/template-words.ts';
import {
  composeValues,
  listReminderTemplates,
  numberVariables,
  type RegisteredTemplate,
  type TemplateValues,
} from '../reminders/templates.ts';
import { listToldChanges, type ToldChange } from './kinds.ts';

/** Returns the text that tells a change, as it is registered at a provider. */
export function getChangeTemplate(
  language: Language,
  businessType: BusinessType,
  change: ToldChange,
): RegisteredTemplate {
  const { head, sentences, tails } = messageWords[language];
  const { footer, open } = templateWords[language];
  const text = `${head} ${sentences[businessType][change]} {when}. ${tails[change]}`;
  return {
    name: `samay_${change}_${businessType}_v1`,
    language,
    ...numberVariables(text),
    footer,
    coming: null,
    // Nothing is left to be done with a cancelled one.
    open: change === 'cancelled' ? null : open,
  };
}

/** Lists all registered texts of a type of business: those of reminders and of changes. */
export function listTemplates(businessType: BusinessType): RegisteredTemplate[] {
  const changes = languages.flatMap((language) =>
    listToldChanges(businessType).map((change) => getChangeTemplate(language, businessType, change)),
  );
  return [...listReminderTemplates(businessType), ...changes];
}

/** The most dates of a series that a text names. */
const mostDates = 4;

/**
 * Composes the values of a text that tells a change. It names the first dates of a series that were changed
 * together, and the number of the others.
 */
export function composeChangeValues(
  language: Language,
  facts: {
    readonly businessType: BusinessType;
    readonly business: string;
    /** The bookings of one person, in order of time. */
    readonly bookings: readonly RemindedBooking[];
    /** The time at which a late doctor begins. */
    readonly begins: LocalTime | null;
  },
): TemplateValues {
  const { bookings, begins } = facts;
  const values = composeValues(language, { ...facts, bookings: bookings.slice(0, mostDates) });
  const more = bookings.length - mostDates;
  return {
    ...values,
    when: more > 0 ? `${values.when}; +${more}` : values.when,
    time: begins === null ? '' : formatTimeIn(messageWords[language], begins),
  };
}
