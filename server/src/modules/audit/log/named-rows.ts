import type { AuditLine } from '@samay/contract/audit/audit-log';
import type { TenantContext } from '../../../context/request-context.ts';

/**
 * A row that entries name by its id: a booking, a person, a doctor, a court, a service, or a row of
 * money.
 */
export interface NamedRow {
  readonly id: string;
  /** Null where the plan hides the row. */
  readonly name: string | null;
  /** The typed reason for an overbooking, with the start to which it applies. */
  /** The typed reason for a row of money. */
  readonly reason?: string | null;
  readonly overbooked?: { readonly date: string; readonly time: string; readonly reason: string } | null;
}

/** Reads the existing rows among these. Handed in, because they belong to modules above. */
export type ReadNamedRows = (context: TenantContext, ids: readonly string[]) => Promise<readonly NamedRow[]>;

/** The first words of the actions whose object is a booking or a person. */
const nouns = new Set(['appointment', 'prescription', 'note', 'money', 'paper', 'people']);

/** Lists the ids of the rows that entries name. */
export function idsNamed(lines: readonly AuditLine[]): string[] {
  return [...new Set(lines.flatMap((line) => (isOfPerson(line) ? [getSubject(line), ...idsIn(line)] : [])))];
}

/**
 * Adds the names of the rows that an entry of a booking or a person names by id, and the typed
 * reason of the booking. An entry about a row that the plan hides shows only the action.
 */
export function withNames(line: AuditLine, rows: ReadonlyMap<string, NamedRow>): AuditLine {
  if (!isOfPerson(line)) return line;
  const [subject, ...others] = [getSubject(line), ...idsIn(line)].map((id) => rows.get(id));
  if ([subject, ...others].some((row) => row?.name === null)) return { ...line, detail: {} };
  return {
    ...line,
    subject: { name: subject?.name ?? null },
    names: Object.fromEntries(others.flatMap((row) => (row?.name ? [[row.id, row.name]] : []))),
    reason: rows.get(String(line.detail['noted']))?.reason ?? findOverbookedReason(line, subject),
  };
}

function isOfPerson({ action }: AuditLine): boolean {
  return nouns.has(action.slice(0, action.indexOf('.')));
}

/** Returns the id of the booking or the person; the object of an opened file is the file. */
function getSubject({ object, detail: { booking } }: AuditLine): string {
  return typeof booking === 'string' ? booking : object;
}

/**
 * Lists the ids in an entry's detail: the other person of a merge, the written row of money, and
 * the resource and the service of a booking.
 */
function idsIn({ detail }: AuditLine): string[] {
  const values = [detail['before'], detail['after']] as (Record<string, unknown> | undefined)[];
  return [
    detail['other'],
    detail['noted'],
    ...values.flatMap((each) => [each?.['resource'], each?.['service']]),
  ].filter((id) => typeof id === 'string');
}

/** Returns the reason of an overbooking, unless the booking has been moved since. */
function findOverbookedReason({ detail }: AuditLine, row: NamedRow | undefined): string | null {
  if (detail['overbooked'] !== true || !row?.overbooked) return null;
  const { date, time } = { ...detail, ...(detail['after'] as object) } as { date?: string; time?: string };
  return date === row.overbooked.date && time === row.overbooked.time ? row.overbooked.reason : null;
}
