import { isClockTime, type LocalDate } from '@samay/contract/core/time';
import { type ColumnUse, type ImportTarget } from '@samay/contract/imports/columns';
import {
  ImportedBooking,
  ImportedPerson,
  type ImportKind,
  type ReadRow,
  type RowProblem,
  type RowProblemCode,
} from '@samay/contract/imports/rows';
import { EmailAddress } from '@samay/contract/core/text';
import type { z } from 'zod';
import { type ReadBirth, readBirth, readSex } from './facts.ts';
import { readSerial } from './serial-dates.ts';
import { isNothing, readAmount, readContacts, readDay, readTimes } from './values.ts';
import { readMethod, readMinutes, readStatus, withoutRelation } from './words.ts';

/** The use of the lines of a file. */
export interface RowsAbout {
  readonly kind: ImportKind;
  readonly uses: readonly ColumnUse[];
  /** The day of the upload, from which ages count. */
  readonly today: LocalDate;
}

const sentences: Record<RowProblemCode, string> = {
  'name.missing': 'There is no name',
  'name.unreadable': 'This cannot be a name: at most 120 characters, without web addresses',
  'reach.missing': 'There is neither a telephone number nor an email',
  'contact.unreadable': 'This is no telephone number',
  'email.unreadable': 'This is no email address',
  'born.unreadable': 'This is no age and no date of birth',
  'sex.unreadable': 'This is not read as a sex',
  'guardian.unreadable': 'This cannot be the name of a parent or guardian',
  'date.missing': 'There is no date',
  'date.unreadable': 'This is no date with a year',
  'time.missing': 'There is no time',
  'time.unreadable': 'This is no time. An hour alone needs am or pm',
  'minutes.unreadable': 'This is no length of 5 to 720 minutes, in steps of 5',
  'amount.unreadable': 'This is no amount up to ₹1,00,00,000',
  'status.unreadable': 'This is not read as a status: scheduled, completed, cancelled or no-show',
  'text.unreadable': 'This is too long: at most 120 characters',
  'service.unknown': 'There is no such service',
  'resource.unknown': 'There is no such doctor or court',
  'time.taken': 'This time is taken',
  'date.locked': 'The money of this day is locked',
  'word.left_out': 'These rows are left out by choice',
};
/** A birthday whose year nobody has told to an address book. */
const withoutYear = /^--\d{2}-?\d{2}$/;
const lostDigits =
  'Excel has cut the end of this number off. Please make the column wider and save the file again';

/** Reads a line of a file as a person or a booking. Each cell that cannot be read is a problem of its own. */
export function readRow(
  { line, cells }: { line: number; cells: readonly string[] },
  about: RowsAbout,
): ReadRow {
  const row = new RowReader(cells, about);
  const person = row.readPerson();
  const booking = about.kind === 'bookings' ? row.readBooking(person) : undefined;
  const kept = Array.from(about.uses, (_, at) => cells[at] ?? '');
  const { problems } = row;
  if (problems.length > 0) return { line, cells: kept, problems };
  return { line, cells: kept, problems, ...(about.kind === 'people' ? { person } : { booking }) };
}

interface Cell {
  readonly column: number;
  readonly text: string;
  readonly order: ColumnUse['order'];
}

class RowReader {
  readonly problems: RowProblem[] = [];
  readonly #cells: readonly string[];
  readonly #about: RowsAbout;

  constructor(cells: readonly string[], about: RowsAbout) {
    this.#cells = cells;
    this.#about = about;
  }

  readPerson(): ImportedPerson {
    const name = [...this.#all('name'), ...this.#all('lastName')].map(({ text }) => text).join(' ');
    const [contact, email] = [this.#contact(), this.#email()];
    const birth = this.#birth();
    const person = {
      name:
        this.#typed('name', { shape: ImportedPerson.shape.name, code: 'name.unreadable', text: name }) ?? '',
      contact,
      email,
      born: birth?.born ?? null,
      sex: this.#value('sex', 'sex.unreadable', ({ text }) => readSex(text)) ?? birth?.sex ?? null,
      guardian:
        this.#value('guardian', 'guardian.unreadable', ({ text }) =>
          parsed(ImportedPerson.shape.guardian, withoutRelation(text)),
        ) ?? null,
      note: this.#note(),
    };
    if (name === '') this.#refuse(this.#columnFor('name'), 'name.missing');
    const isReached = contact !== null || email !== null;
    const isTold = this.problems.some(({ code }) =>
      ['contact.unreadable', 'email.unreadable'].includes(code),
    );
    if (!isReached && !isTold) this.#refuse(this.#columnFor('contact'), 'reach.missing');
    return person;
  }

  readBooking(person: ImportedPerson): ImportedBooking {
    const day = this.#value('date', 'date.unreadable', ({ text, order }) => readDay(fromSerial(text), order));
    if (!day && !this.#has('date')) this.#refuse(this.#columnFor('date'), 'date.missing');
    const behind = day === undefined || day === null || day.rest === '' ? undefined : readTimes(day.rest);
    const times = this.#value('time', 'time.unreadable', ({ text }) => readTimes(fromSerial(text))) ?? behind;
    if (!times && !this.#has('time')) this.#refuse(this.#columnFor('time'), 'time.missing');
    const end =
      this.#value('end', 'time.unreadable', ({ text }) => readTimes(fromSerial(text)))?.time ?? times?.end;
    const until = times && end ? (minutesBetween(times.time, end) ?? undefined) : undefined;
    const optional = {
      minutes:
        this.#value('minutes', 'minutes.unreadable', ({ text }) =>
          parsed(ImportedBooking.shape.minutes, readMinutes(text)),
        ) ?? parsed(ImportedBooking.shape.minutes, until),
      service: this.#text('service'),
      resource: this.#text('resource'),
      pricePaise: this.#amount('price'),
      paidPaise: this.#amount('paid'),
      duePaise: this.#amount('due'),
      method: this.#value('method', 'text.unreadable', ({ text }) => readMethod(text)),
      status: this.#value('status', 'status.unreadable', ({ text }) => readStatus(text)),
      note: person.note ?? undefined,
    };
    const told = Object.entries(optional).filter(([, value]) => value !== undefined && value !== null);
    return {
      person,
      date: day?.date ?? '',
      time: times?.time ?? '',
      ...(Object.fromEntries(told) as Partial<ImportedBooking>),
    };
  }

  /** The cells of a meaning that have a value. */
  #all(target: ImportTarget): Cell[] {
    return this.#about.uses.flatMap(({ target: each, order }, column) => {
      const text = this.#cells[column] ?? '';
      return each === target && !isNothing(text) ? [{ column, text, order }] : [];
    });
  }

  #has(target: ImportTarget): boolean {
    return this.#all(target).length > 0;
  }

  /** The column at which a missing value is shown; null where the file has none. */
  #columnFor(target: ImportTarget): number | null {
    const column = this.#about.uses.findIndex((use) => use.target === target);
    return column === -1 ? null : column;
  }

  /** Reads the cell of a meaning; what `read` does not understand is a problem. */
  #value<T>(target: ImportTarget, code: RowProblemCode, read: (cell: Cell) => T | undefined): T | undefined {
    const [cell] = this.#all(target);
    if (!cell) return undefined;
    const value = read(cell);
    if (value === undefined) this.#refuse(cell.column, code);
    return value;
  }

  #typed<T>(
    target: ImportTarget,
    { shape, code, text }: { shape: z.ZodType<T>; code: RowProblemCode; text: string },
  ): T | undefined {
    if (text === '') return undefined;
    const value = parsed(shape, text);
    if (value === undefined) this.#refuse(this.#columnFor(target), code);
    return value;
  }

  #contact(): string | null {
    const numbers = this.#all('contact').flatMap(({ column, text }) => {
      const read = readContacts(text);
      if (read === undefined) this.#refuse(column, 'contact.unreadable');
      else if (read === 'lost') this.#refuse(column, 'contact.unreadable', lostDigits);
      else return read;
      return [];
    });
    // A contact has at most 40 characters: a third number may not fit.
    const joined = [...new Set(numbers)].reduce(
      (before, number) => (before === '' ? number : fits(`${before}, ${number}`, before)),
      '',
    );
    return joined === '' ? null : joined;
  }

  /** Reads the birth that is told most exactly, as by a date next to an age, and a sex behind any of them. */
  #birth(): ReadBirth | undefined {
    const cells = this.#all('born').filter(({ text }) => !withoutYear.test(text));
    const read = cells
      .map(({ text, order }) => readBirth(text, order, this.#about.today))
      .filter((birth) => birth !== undefined);
    const [first] = cells;
    if (first && read.length === 0) this.#refuse(first.column, 'born.unreadable');
    const [exact] = read.toSorted((one, other) => other.born.length - one.born.length);
    const sex = read.find((birth) => birth.sex !== undefined)?.sex;
    return exact && { born: exact.born, ...(sex && { sex }) };
  }

  #email(): string | null {
    const addresses = this.#all('email').flatMap(({ column, text }) => {
      const read = text.split(/[\s,;]+/).map((part) => parsed(EmailAddress, part));
      const found = read.filter((address) => address !== undefined);
      if (found.length === 0) this.#refuse(column, 'email.unreadable');
      return found;
    });
    return addresses[0] ?? null;
  }

  #note(): string | null {
    const notes = this.#all('note').map(({ text }) => text);
    return notes.length === 0 ? null : notes.join('; ').slice(0, 500).trim();
  }

  #text(target: 'service' | 'resource'): string | undefined {
    return this.#value(target, 'text.unreadable', ({ text }) => parsed(ImportedBooking.shape[target], text));
  }

  #amount(target: 'price' | 'paid' | 'due'): number | undefined {
    const use = this.#about.uses.findIndex((each) => each.target === target);
    const text = use === -1 ? '' : (this.#cells[use] ?? '');
    if (text === '') return undefined;
    const amount = parsed(ImportedBooking.shape.pricePaise, readAmount(text) ?? undefined);
    if (amount === undefined) this.#refuse(use, 'amount.unreadable');
    return amount;
  }

  #refuse(column: number | null, code: RowProblemCode, text = sentences[code]): void {
    this.problems.push({ column, code, text });
  }
}

function fits(longer: string, shorter: string): string {
  return longer.length <= 40 ? longer : shorter;
}

/** Returns a value that a schema accepts, undefined otherwise. */
function parsed<T>(shape: z.ZodType<T>, value: unknown): NonNullable<T> | undefined {
  const read = shape.safeParse(value);
  return read.success ? (read.data ?? undefined) : undefined;
}

/** Writes a number of Excel's as the day or the time that it means, and leaves other texts. */
function fromSerial(text: string): string {
  return /^(?:0?\.\d+|[3-9]\d{4}(?:\.\d+)?)$/.test(text) ? (readSerial(Number(text)) ?? text) : text;
}

/** Counts the minutes of a range, past midnight too. */
function minutesBetween(from: string, to: string): number | undefined {
  if (!isClockTime(from) || !isClockTime(to)) return undefined;
  const [start, end] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return ((end ?? 0) - (start ?? 0) + 1440) % 1440 || undefined;
}
