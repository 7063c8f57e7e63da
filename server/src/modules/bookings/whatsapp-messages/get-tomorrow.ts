import { maxReminded, type RemindedBooking, type Tomorrow } from '@samay/contract/bookings/tomorrow';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { addDays, indiaDate, isoOf } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import type { RowsOf } from '../../../db/read-in-one-message.ts';
import { readShown } from '../../visibility/index.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { presentWhatsAppMessage } from './present.ts';
import { readBusiness, readWords } from './queries.ts';
import { composeText, isReminded, numberOf } from './texts.ts';
import {
  countExpected,
  listExpected,
  listLanguages,
  listNotices,
  listReminders,
  type NoticeRow,
} from './tomorrow-queries.ts';

interface Input {
  readonly query: { readonly date?: string | undefined };
}

/** Reads what the reminders of a day say, and which were opened. */
const readingReminders = (day: string) => ({
  business: readBusiness({}),
  words: readWords({}),
  languages: listLanguages({ day }),
  reminders: listReminders({ day }),
  notices: listNotices({ day }),
});
type ReminderRows = RowsOf<ReturnType<typeof readingReminders>>;

/** Returns a day's people who have not come, by default tomorrow's, each with their reminder. */
export async function getTomorrow(context: TenantContext, { query }: Input): Promise<Tomorrow> {
  const day = query.date ?? addDays(indiaDate(context.now), 1);
  const { rows } = await readShown(context, (view) => ({
    bookings: listExpected(view, { day, limit: maxReminded }),
    count: countExpected(view, { day }),
    ...readingReminders(day),
  }));
  const languages = new Map(rows.languages.map((row) => [row.booking_id, row.language]));
  const reminders = new Map(rows.reminders.map((row) => [row.booking_id, row]));
  const notices = new Map(rows.notices.map((row) => [row.booking_id, row]));
  return {
    date: day,
    rows: rows.bookings.map((row) => {
      const opened = reminders.get(row.id);
      const noticed = notices.get(row.id);
      return {
        ...present(row, context),
        reminder: composeReminder(row, rows, languages, context),
        reminded: opened ? presentWhatsAppMessage(opened, context) : null,
        ...(noticed && presentNotice(noticed)),
        isOptedOut: noticed?.isOptedOut === true,
      };
    }),
    count: rows.count[0]?.count ?? 0,
  };
}

function presentNotice({ channel, state, reason, at }: NoticeRow): Pick<RemindedBooking, 'notice'> {
  return channel && state && at ? { notice: { channel, state, reason, at: isoOf(at) } } : {};
}

/** Composes the reminder of a booking; null where it cannot be opened now. */
function composeReminder(
  row: AppointmentRow,
  rows: ReminderRows,
  languages: ReadonlyMap<string, Language>,
  context: TenantContext,
): RemindedBooking['reminder'] {
  const number = numberOf(row);
  if (number === null || context.caller.tenant?.suspended || !isReminded(row, context.now)) return null;
  const language = languages.get(row.id) ?? rows.business[0]?.language ?? 'en';
  const kind = 'reminder';
  return {
    number,
    language,
    text: composeText({ kind, language }, row, { ...rows, refunded: [], late: [] }, context),
  };
}
