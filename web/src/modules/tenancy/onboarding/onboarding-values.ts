import {
  BusinessName,
  Onboarding,
  onboardingMessages,
  OperatingDays,
  SlotsOnDays,
} from '@samay/contract/tenancy/onboarding';
import type { Weekday } from '@samay/contract/tenancy/opening-hours';
import type { BusinessType } from '@samay/contract/core/roles';
import { emptySlot, slotsOnDays, type SlotValues } from './slot-values.ts';

/** The answers of the wizard as its fields hold them. */
export interface OnboardingValues {
  readonly businessType: BusinessType | null;
  readonly businessName: string;
  readonly slots: readonly SlotValues[];
  readonly days: readonly Weekday[];
}

export type Step = 1 | 2 | 3 | 4 | 5;

/** Error messages by the path of their field. */
export type Errors = Readonly<Record<string, string>>;

/** Returns empty answers with the name given at sign-up. */
export function emptyOnboarding(businessName = ''): OnboardingValues {
  return { businessType: null, businessName, slots: [emptySlot()], days: [] };
}

/** Returns the errors that prevent leaving a step; empty if it is complete. */
export function findErrors(
  step: Step,
  { businessType, businessName, slots, days }: OnboardingValues,
): Errors {
  if (step === 1) return businessType ? {} : { businessType: onboardingMessages.businessType };
  if (step === 2 && businessType === 'turf') return nameErrors(businessName);
  if (step === 3) return slotErrors(slots);
  if (step === 4)
    return OperatingDays.safeParse(days).success ? {} : { days: onboardingMessages.operatingDays };
  return {};
}

/**
 * Returns the errors of each slot's `start_time`, `end_time` and `days`, with keys such as
 * `0.start_time`.
 */
export function slotErrors(slots: readonly SlotValues[]): Errors {
  const { error } = SlotsOnDays.safeParse(slotsOnDays(slots));
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/**
 * Returns the message below a step's fields: the step's sentence, once, without the messages that
 * are shown at a field.
 */
export function getMessage(errors: Errors): string | undefined {
  const atFields = Object.entries(errors).filter(([path]) => path.endsWith('_time'));
  const [message] = Object.values(errors);
  if (atFields.length === 0) return message;
  return atFields.find(([, text]) => text === onboardingMessages.timeSlots)?.[1];
}

function nameErrors(name: string): Errors {
  if (name.trim() === '') return { businessName: onboardingMessages.businessName };
  const { error } = BusinessName.safeParse(name);
  return error ? { businessName: error.issues[0]?.message ?? onboardingMessages.businessName } : {};
}

/** Returns the next or previous step; a clinic skips the second one. */
export function stepFrom(step: Step, by: 1 | -1, { businessType }: OnboardingValues): Step {
  const next = step + by;
  return (next === 2 && businessType === 'doctor' ? next + by : next) as Step;
}

/**
 * Builds the request body.
 *
 * @throws ZodError if a step is not complete.
 */
export function onboardingBody({ businessType, businessName, slots, days }: OnboardingValues): Onboarding {
  return Onboarding.parse({
    businessType,
    businessName: businessType === 'turf' ? businessName : null,
    timeSlots: slotsOnDays(slots),
    operatingDays: days,
  });
}
