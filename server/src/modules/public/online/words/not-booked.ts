import type { BusinessType } from '@samay/contract/core/roles';
import type { OwnLanguage } from '../../own-booking/own-words.ts';
import { pageWords } from './languages.ts';
import { payWords } from './pay-words.ts';

/** Says why a payment became no booking, by the reason that is noted with it. */
export function whyNotBooked(language: OwnLanguage, type: BusinessType, reason: string | null): string {
  const pay = payWords[language];
  const { tooManyOpen, call } = pageWords[language];
  const texts: Partial<Record<string, string>> = {
    taken: pay.taken,
    late: pay.late,
    second: pay.second,
    amount: pay.amount,
    too_many: tooManyOpen,
    full: call[type],
  };
  return texts[reason ?? ''] ?? pay.closed;
}
