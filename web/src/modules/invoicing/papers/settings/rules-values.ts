import { Gstin, plainGstin } from '@samay/contract/invoicing/gst';
import type { PaperSettings } from '@samay/contract/invoicing/paper-settings';
import { addMonths, formatDate, type LocalDate } from '@samay/contract/core/time';

export type PaperRules = Omit<PaperSettings, 'services'>;
export type Registration = PaperRules['registration'];

/** The values of the form as its fields hold them. */
export interface RulesValues {
  readonly registration: Registration;
  readonly legalName: string;
  readonly gstin: string;
  readonly prefix: string;
  readonly automatic: boolean;
  readonly creditNotesUntil: string;
}

/** The letter of the papers that such a business creates most. */
const letters: Readonly<Record<Registration, string>> = { none: 'R', regular: 'T', composition: 'B' };

export function rulesValues({ legalName, gstin, ...rest }: PaperRules): RulesValues {
  return { ...rest, legalName: legalName ?? '', gstin: gstin ?? '' };
}

/** Returns what is sent: a business without GST has neither legal name nor GSTIN. */
export function rulesBody({ registration, legalName, gstin, prefix, ...rest }: RulesValues): PaperRules {
  const isRegistered = registration !== 'none';
  return {
    ...rest,
    registration,
    prefix: prefix.trim().toUpperCase(),
    legalName: (isRegistered && legalName.trim()) || null,
    gstin: (isRegistered && plainGstin(gstin)) || null,
  };
}

export function rulesErrors(values: RulesValues): Partial<Record<keyof RulesValues, string>> {
  const { registration, legalName, gstin, prefix } = values;
  const isRegistered = registration !== 'none';
  const wrong = gstin.trim() === '' ? 'Please enter the GSTIN' : gstinError(gstin);
  return {
    ...(isRegistered && legalName.trim() === '' && { legalName: 'Please enter the legal name' }),
    ...(isRegistered && wrong !== undefined && { gstin: wrong }),
    ...(!/^[A-Z0-9]{0,2}$/i.test(prefix.trim()) && {
      prefix: 'Please enter at most two letters or digits',
    }),
  };
}

/** Returns the number of the first paper of a financial year: `PNT/26-27/000001`. */
export function exampleNumber({ prefix, registration }: RulesValues, today: LocalDate): string {
  // The financial year begins on 1 April.
  const begun = Number(addMonths(today, -3).slice(2, 4));
  const year = `${twoDigits(begun)}-${twoDigits((begun + 1) % 100)}`;
  return `${prefix.trim().toUpperCase()}${letters[registration]}/${year}/000001`;
}

/** The months in which the last day for a credit note may be, with their numbers. */
export const creditMonths = [4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => ({
  value: twoDigits(month),
  label: formatDate(`2026-${twoDigits(month)}-01`).split(' ')[1] ?? '',
}));

export const creditDays = Array.from({ length: 30 }, (_, at) => ({
  value: twoDigits(at + 1),
  label: String(at + 1),
}));

function gstinError(gstin: string): string | undefined {
  return Gstin.safeParse(gstin).error?.issues[0]?.message;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
