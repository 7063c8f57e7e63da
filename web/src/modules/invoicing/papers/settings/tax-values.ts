import type { ServiceTax } from '@samay/contract/invoicing/paper-settings';
import { isCalendarDay, type LocalDate } from '@samay/contract/core/time';
import { plainTyped } from '@samay/contract/core/characters';

/** The values of the form as its fields hold them; the rate in percent, as typed. */
export interface TaxValues {
  treatment: 'exempt' | 'taxable' | '';
  sac: string;
  rate: string;
  from: string;
}

/** A service's tax as it is sent. */
interface TaxBody {
  readonly treatment: 'exempt' | 'taxable';
  readonly sac: string | null;
  readonly rate: number | null;
  readonly from: LocalDate;
}

/** Returns the values of the opened form. A field that the owner has not filled yet is empty. */
export function taxValues({ treatment, sac, rate, from }: ServiceTax): TaxValues {
  return {
    treatment: treatment ?? '',
    sac: sac ?? '',
    rate: rate === null ? '' : rateText(rate),
    from: from ?? '',
  };
}

export function taxBody({ treatment, sac, rate, from }: TaxValues): TaxBody {
  return {
    treatment: treatment === 'taxable' ? 'taxable' : 'exempt',
    sac: plainTyped(sac) || null,
    rate: treatment === 'taxable' ? parseRate(rate) : null,
    from,
  };
}

export function taxErrors({
  treatment,
  sac,
  rate,
  from,
}: TaxValues): Partial<Record<keyof TaxValues, string>> {
  const isTaxable = treatment === 'taxable';
  const isSac = /^\d{4,8}$/.test(plainTyped(sac)) || (plainTyped(sac) === '' && !isTaxable);
  return {
    ...(treatment === '' && { treatment: 'Please choose: exempt or taxable' }),
    ...(!isSac && { sac: 'Please enter a SAC of 4 to 8 digits' }),
    ...(isTaxable && parseRate(rate) === null && { rate: 'Please enter a rate such as 18' }),
    ...(!isCalendarDay(from) && { from: 'Please enter a date' }),
  };
}

/** Writes a rate as people say it, in percent: `18`, `2.5`. */
export function rateText(hundredths: number): string {
  return String(hundredths / 100);
}

/** Reads a rate in percent as hundredths of a percent: `18`, `2.5` or `2.5%`; null for other text. */
export function parseRate(text: string): number | null {
  const typed = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(plainTyped(text));
  if (!typed) return null;
  const [, whole = '', part = ''] = typed;
  const hundredths = Number(whole + part.padEnd(2, '0'));
  return hundredths >= 1 && hundredths <= 10_000 ? hundredths : null;
}
