import type { Slot } from '@samay/contract/core/alternatives';
import type { LocalDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { nextFreeStarts } from '../../../../../lib/availability.ts';
import { useToday } from '../../../../../lib/browser/use-today.ts';
import { eveningFirst } from '../../../night.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { startNow, useDayStarts } from '../times/day-starts.ts';
import { type TimeChoices, wantedStarts } from '../times/time-choices.ts';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { type QuickValues, type Start, valuesAt, type When } from '../model/quick-values.ts';
import { getKey } from './when-choice.tsx';

interface QuickStarts {
  /** The day that is booked: the chosen one, or that of the page, but none before today. */
  readonly day: LocalDate;
  /** Whether *Now* can be booked. */
  readonly hasNow: boolean;
  readonly choices: TimeChoices;
  /** Returns the choices for a start, which may be a certain doctor's. */
  readonly choicesAt: (start: Start) => TimeChoices;
  /** The free starts of the day, and of its night; a turf's evening comes first. */
  readonly slots: readonly Slot[];
  readonly next: Slot | undefined;
  readonly getStart: (when: When) => Start | undefined;
}

/**
 * Returns the starts that the quick form offers on its day: the chosen one, or `shown`, the day of
 * the page. Only a day without the next free start asks for it on later days.
 */
export function useQuickStarts(values: QuickValues, shown: LocalDate | undefined): QuickStarts {
  const today = useToday();
  const isTurf = useAppointmentWording().businessType === 'turf';
  const wantedDay = values.day ?? shown ?? today;
  const day = wantedDay < today ? today : wantedDay;
  const hasNow = day === today;
  const getChoices = useTimeChoices();
  const choices = getChoices(valuesAt(values, startNow()));
  const { wanted, hasStarts } = wantedStarts(values, choices);
  const groups = useDayStarts({ wanted, choices, date: day, isWanted: hasStarts });
  const slots = groups?.flatMap((group) => group.slots) ?? [];
  const { after } = values;
  const nextOfDay = slots.find((slot) => after === null || getKey(slot) >= getKey(after));
  const from = after ?? (hasNow ? {} : { date: day, time: '00:00' });
  const later = useQuery({
    ...nextFreeStarts({ ...wanted, ...from }),
    enabled: groups !== undefined && nextOfDay === undefined,
  });
  const next = nextOfDay ?? (hasStarts ? later.data?.slots[0] : undefined);

  function getStart(when: When): Start | undefined {
    if (when === 'now') return hasNow ? { ...startNow(), isNow: true } : undefined;
    const slot = when === 'next' ? next : slots.find((each) => getKey(each) === when);
    if (!slot) return undefined;
    return { ...slot, isNow: false };
  }

  const choicesAt = (start: Start) => getChoices(valuesAt(values, start));
  return {
    day,
    hasNow,
    choices,
    choicesAt,
    slots: isTurf ? eveningFirst(slots, day) : slots,
    next,
    getStart,
  };
}
