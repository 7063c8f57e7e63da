import type { BusinessType } from '../../core/roles.ts';

type ByBusiness = Readonly<Record<BusinessType, string>>;

/**
 * The words of a reminder in a language: whole sentences, since *appointment* and *booking* differ in
 * gender, with `{person}`, `{business}` and `{link}` in them.
 */
export interface ReminderWords {
  readonly greeting: string;
  readonly subject: ByBusiness;
  /** Leads the line of one booking. */
  readonly one: ByBusiness;
  /** Leads the lines of several. */
  readonly several: ByBusiness;
  /** Leads to the page of a booking: `{link}`. */
  readonly own: string;
  readonly cannot: string;
  /** Why the person gets it; `{link}` is the privacy policy. */
  readonly why: ByBusiness;
  /** Leads to where no more reminders are asked for: `{link}`. */
  readonly noMore: string;
}
