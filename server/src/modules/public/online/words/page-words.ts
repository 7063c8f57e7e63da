import type { BusinessType } from '@samay/contract/core/roles';
import type { CodeChannel } from '../../../reach/index.ts';

/** A sentence for each business type. */
type ByType = Readonly<Record<BusinessType, string>>;

/** A sentence for each way of a code. */
type ByChannel = Readonly<Record<CodeChannel, string>>;

/**
 * The words of the public page in a language, in addition to those of one's own booking. Sentences
 * have names in braces.
 */
export interface PageWords {
  readonly head: ByType;
  readonly services: string;
  readonly resources: ByType;
  readonly anyone: ByType;
  readonly hours: string;
  readonly allDay: string;
  /** `{minutes}` */
  readonly minutes: string;
  /** `{amount}` */
  readonly from: string;
  readonly perHour: string;
  readonly seeTimes: string;
  readonly chooseTime: string;
  readonly noTimes: string;
  readonly earlier: string;
  readonly later: string;
  readonly call: ByType;
  /** `{time}` */
  readonly keptUntil: string;
  readonly details: string;
  readonly name: string;
  readonly number: string;
  readonly note: string;
  /** `{business}` */
  readonly how: string;
  /** `{when}`, the rule for changes later. */
  readonly rule: string;
  readonly price: string;
  /** The payment before a time is booked: `{amount}`. */
  readonly paysDeposit: string;
  readonly paysAll: string;
  readonly paysAtDesk: string;
  readonly payNow: string;
  readonly payAtDesk: string;
  /** `{when}`, the rule for the money when its person cancels. */
  readonly refundAll: string;
  /** `{when}`, `{percent}` */
  readonly refundPart: string;
  readonly refundNone: string;
  readonly refundLate: string;
  /** `{business}`; of money that is paid by UPI. */
  readonly refundUpi: string;
  /** Where the cut-off has passed when the time is booked; and of the money then. */
  readonly rulePassed: string;
  readonly moneyStays: string;
  /** `{business}` */
  readonly howUpi: string;
  readonly goOnToPay: string;
  /** `{amount}` */
  readonly payTitle: string;
  /** Where the business has no UPI id any more. */
  readonly payCall: string;
  readonly payLapsed: string;
  readonly utr: string;
  /** `{business}` */
  readonly utrNote: string;
  readonly utrSend: string;
  readonly utrCorrect: string;
  readonly utrMissing: string;
  readonly utrUsed: string;
  readonly declinedPaid: string;
  readonly lapsedPaid: string;
  readonly send: string;
  readonly nameMissing: string;
  readonly numberMissing: string;
  readonly noteTooLong: string;
  readonly tooManyOpen: string;
  readonly request: string;
  readonly pending: string;
  readonly answerBy: string;
  readonly lapsed: string;
  readonly confirmed: ByType;
  readonly declined: string;
  readonly withdrawn: string;
  readonly reason: string;
  readonly seeBooking: ByType;
  readonly otherTimes: string;
  readonly withdraw: string;
  readonly keepPage: string;
  readonly poster: ByType;
  /** `{business}`, `{when}`, `{link}` */
  readonly tellConfirmed: ByType;
  /** `{business}`, `{when}`, `{reason}`, `{link}` */
  readonly tellDeclined: string;
  readonly email: string;
  readonly emailMissing: string;
  readonly howCode: ByChannel;
  /** Where the device has proven the number before. */
  readonly howKnown: string;
  /** `{when}` */
  readonly ruleBooked: string;
  readonly sendCode: string;
  readonly bookNow: string;
  readonly forget: string;
  readonly codeTitle: string;
  /** `{to}` */
  readonly codeSent: ByChannel;
  readonly code: string;
  /** `{left}` */
  readonly codeWrong: string;
  readonly codeEnded: string;
  readonly codeUnsent: string;
  /** Follows `codeSent`, where it was sent again. */
  readonly codeNew: string;
  readonly tooManyCodes: string;
  readonly remember: string;
  readonly noCode: string;
  readonly againAfter: string;
  readonly sendAgain: string;
  readonly askInstead: string;
  readonly who: string;
  /** `{name}` */
  readonly newPerson: string;
  /** The page of a visitor whose address is above its limit. */
  readonly taskTitle: string;
  readonly taskText: string;
  /** Where the browser cannot solve the task. */
  readonly taskFailed: string;
}
