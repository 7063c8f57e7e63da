import { z } from 'zod';
import { Status } from '../bookings/statuses.ts';
import { Paise, PaymentMethod } from '../core/money.ts';
import { EmailAddress, line } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';
import { PersonContact, PersonName } from '../people/contact.ts';
import { Facts } from '../people/person-facts.ts';
import { Duration } from '../availability/services.ts';

/** The most bytes of a file with people or bookings: 50 MB. */
export const longestImport = 50 * 1024 * 1024;
/** The most rows of one file, without its heads. */
export const mostImportRows = 200_000;
/** The most columns of one file. */
export const mostImportColumns = 200;
/** The most characters of a cell that are kept. */
export const longestCell = 500;

/** The contents of a file: one row a person, or one a booking. */
export const ImportKind = z.enum(['people', 'bookings']);
export type ImportKind = z.infer<typeof ImportKind>;

/** The fate of a row: `same` adds nothing, `household` is another person of a known number. */
export const RowOutcome = z.enum(['new', 'same', 'household', 'changed', 'refused']);
export type RowOutcome = z.infer<typeof RowOutcome>;

/** The longest remark that is brought in about a person or a booking. */
const ImportedNote = line(500);

/** A person as a row of a file tells them, with its values read. */
export const ImportedPerson = z.strictObject({
  name: PersonName,
  /** `+91` and ten digits first; a second number of the cell may follow. */
  contact: PersonContact.nullable(),
  email: EmailAddress.nullable(),
  /** An age gives the year or the month of birth as of the day of the upload. */
  ...Facts.shape,
  note: ImportedNote.nullable(),
});
export type ImportedPerson = z.infer<typeof ImportedPerson>;

/** A booking as a row of a file tells it. The business's own words for service and resource. */
export const ImportedBooking = z.strictObject({
  person: ImportedPerson,
  date: LocalDate,
  time: LocalTime,
  minutes: Duration.optional(),
  service: line(120).optional(),
  /** The doctor or the court. */
  resource: line(120).optional(),
  pricePaise: Paise.optional(),
  paidPaise: Paise.optional(),
  /** The amount still owed, where a column says so; a past booking owes nothing otherwise. */
  duePaise: Paise.optional(),
  method: PaymentMethod.optional(),
  status: Status.optional(),
  note: ImportedNote.optional(),
});
export type ImportedBooking = z.infer<typeof ImportedBooking>;

export const RowProblemCode = z.enum([
  'name.missing',
  'name.unreadable',
  'reach.missing',
  'contact.unreadable',
  'email.unreadable',
  'born.unreadable',
  'sex.unreadable',
  'guardian.unreadable',
  'date.missing',
  'date.unreadable',
  'time.missing',
  'time.unreadable',
  'minutes.unreadable',
  'amount.unreadable',
  'status.unreadable',
  'text.unreadable',
  // Found when the row is compared with the business's own rows.
  'service.unknown',
  'resource.unknown',
  'time.taken',
  'date.locked',
  'word.left_out',
]);
export type RowProblemCode = z.infer<typeof RowProblemCode>;

/** The reason for which a row is refused. */
export const RowProblem = z.strictObject({
  /** The index of the column; null where the reason is a column that the file lacks, or the whole row. */
  column: z.int().min(0).nullable(),
  code: RowProblemCode,
  /** The sentence that is shown, with what the cell has. */
  text: z.string(),
});
export type RowProblem = z.infer<typeof RowProblem>;

/** A row of a file, whose values were read or which has problems. `line` counts the file's lines from 1. */
export const ReadRow = z.strictObject({
  line: z.int().min(1),
  /** The row's cells as texts, one for each column of the file. */
  cells: z.array(z.string().max(longestCell)).max(mostImportColumns),
  person: ImportedPerson.optional(),
  booking: ImportedBooking.optional(),
  problems: z.array(RowProblem),
});
export type ReadRow = z.infer<typeof ReadRow>;
