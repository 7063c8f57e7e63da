import { BusinessName, type BusinessProfile, OperatingDays } from '@samay/contract/tenancy/onboarding';
import { type Weekday, weekdays } from '@samay/contract/tenancy/opening-hours';
import { type Errors, slotErrors } from './onboarding-values.ts';
import { slotsBody, type SlotValues, slotValues } from './slot-values.ts';

/** The values of the profile form. */
export interface ProfileValues {
  readonly name: string;
  readonly slots: readonly SlotValues[];
  readonly days: readonly Weekday[];
}

export interface ProfileChanges {
  name?: string;
  timeSlots?: { start_time: string; end_time: string }[];
  operatingDays?: Weekday[];
}

export function profileValues({ name, timeSlots, operatingDays }: BusinessProfile): ProfileValues {
  return {
    name,
    slots: timeSlots.map(slotValues),
    days: weekdays.filter((day) => operatingDays.includes(day)),
  };
}

/** Returns only the changed fields, so that a new name can be saved while old hours are invalid. */
export function profileChanges(values: ProfileValues, before: ProfileValues): ProfileChanges {
  const slots = slotsBody(values.slots);
  return {
    ...(values.name !== before.name && { name: values.name }),
    ...(JSON.stringify(slots) !== JSON.stringify(slotsBody(before.slots)) && { timeSlots: slots }),
    ...(values.days.join() !== before.days.join() && { operatingDays: [...values.days] }),
  };
}

/** Returns the validation errors of the changes by field: `name`, `days`, `0.start_time`. */
export function profileErrors(values: ProfileValues, changes: ProfileChanges): Errors {
  const name =
    changes.name === undefined ? undefined : BusinessName.safeParse(changes.name).error?.issues[0]?.message;
  const days =
    changes.operatingDays && OperatingDays.safeParse(changes.operatingDays).error?.issues[0]?.message;
  return { ...(changes.timeSlots && slotErrors(values.slots)), ...(name && { name }), ...(days && { days }) };
}
