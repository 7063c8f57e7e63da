import type { Slot } from '@samay/contract/core/alternatives';
import { isCalendarDay } from '@samay/contract/core/time';
import { useAppointmentWording } from '../../../wording.ts';
import { useDayStarts } from '../times/day-starts.ts';
import { type TimeChoices, type TimeValues, wantedStarts } from '../times/time-choices.ts';

/**
 * Returns the free start that a form's time means if any court of a turf would do, with its court;
 * undefined for a time that is not offered.
 */
export function useCourtAt(values: TimeValues, choices: TimeChoices): Slot | undefined {
  const isTurf = useAppointmentWording().businessType === 'turf';
  const { wanted, hasStarts } = wantedStarts(values, choices);
  const isWanted = isTurf && choices.isAny && hasStarts && isCalendarDay(values.date);
  const groups = useDayStarts({ wanted, choices, date: values.date, isWanted });
  const start = values.time.slice(0, 5);
  return groups
    ?.flatMap(({ slots }) => slots)
    .find(({ date, time }) => date === values.date && time === start);
}
