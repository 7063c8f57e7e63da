import type { WordsOfTime } from '@samay/contract/bookings/whatsapp-messages/compose';
import type { Status } from '@samay/contract/bookings/statuses';
import type { BusinessType } from '@samay/contract/core/roles';

/** The languages of the page, in the order of its links; each has a file of its own. */
export const ownLanguages = ['en', 'hi', 'mr', 'te'] as const;
export type OwnLanguage = (typeof ownLanguages)[number];

/** A sentence for each business type: *appointment* and *booking* have different genders in Hindi and Marathi. */
type ByType = Readonly<Record<BusinessType, string>>;

/** The words of the page of one's own booking in a language. Sentences have names in braces. */
export interface OwnWords {
  /** The name of the language in itself. */
  readonly name: string;
  readonly time: WordsOfTime;
  readonly title: ByType;
  readonly status: Readonly<Record<Status, ByType>>;
  readonly youCancelled: ByType;
  readonly youMoved: ByType;
  readonly youCome: string;
  /** The head of the number in the waiting room. */
  readonly token: string;
  /** The heads of how many are before them, and of when they begin. */
  readonly ahead: string;
  readonly begins: string;
  readonly notKnownYet: string;
  /** Their doctor is late; the second has `{time}`, about when the doctor begins. */
  readonly late: string;
  readonly lateUntil: string;
  /** They were called, and where they did not answer. */
  readonly called: string;
  readonly skipped: string;
  /** The button of a person who is missing. */
  readonly onMyWay: string;
  /** The heads of the facts. */
  readonly person: string;
  readonly service: string;
  readonly resource: ByType;
  readonly when: string;
  readonly indiaTime: string;
  readonly where: string;
  readonly paid: string;
  readonly due: string;
  readonly refunded: string;
  readonly reference: string;
  readonly directions: string;
  readonly calendar: string;
  readonly call: string;
  readonly payByUpi: string;
  /** `{amount}` */
  readonly upiCode: string;
  readonly upiNote: string;
  readonly come: string;
  readonly move: string;
  readonly cancel: ByType;
  /** `{when}` */
  readonly until: ByType;
  /** `{when}`, where a booking can only be cancelled. */
  readonly cancelUntil: ByType;
  readonly tooLate: ByType;
  readonly cancelQuestion: ByType;
  /** `{amount}`, `{business}` */
  readonly cancelMoney: string;
  /** `{amount}` of the money paid online, by the rule of the business. */
  readonly cancelRefund: string;
  /** `{amount}`, `{business}` */
  readonly cancelKept: string;
  /** The head of a sum that is on its way. */
  readonly returning: string;
  /** `{amount}` that was paid online and is not taken. */
  readonly goesBack: string;
  /** `{amount}` that was taken and became no money of the booking. */
  readonly comesBack: string;
  readonly cancelYes: string;
  readonly keep: string;
  readonly back: string;
  readonly chooseTime: string;
  readonly day: string;
  /** `{day}` */
  readonly timesOf: string;
  readonly noTimes: string;
  readonly moveQuestion: string;
  readonly priceThere: string;
  readonly before: string;
  readonly after: string;
  readonly moveYes: string;
  readonly otherTime: string;
  readonly taken: string;
  readonly changed: ByType;
  /** `{business}` in the sentences. */
  readonly noNotices: string;
  readonly noNoticesQuestion: string;
  readonly noNoticesText: string;
  readonly noNoticesYes: string;
  readonly noNoticesDone: string;
  readonly gone: string;
  readonly goneText: string;
  readonly tooMany: string;
  readonly fault: string;
  readonly language: string;
  readonly privacy: string;
}
