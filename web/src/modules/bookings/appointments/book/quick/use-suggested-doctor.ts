import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { resourceList } from '../../../../../lib/availability.ts';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { type ResourceChoice, resourceChoices } from '../../../resource-choices.ts';
import { startNow } from '../times/day-starts.ts';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { type QuickValues, valuesAt } from '../model/quick-values.ts';

/**
 * Fills in a doctor who gives the service, at a clinic of two or more: the caller's own, else the
 * one of the known person's last visit, else the last one used on this device, as a desk books for
 * one doctor all morning, else the one with the fewest waiting.
 */
export function useSuggestedDoctor(): {
  filled: (values: QuickValues) => QuickValues;
  /** Returns whether the doctor is that of the person's last visit. */
  isOfPerson: (values: QuickValues) => boolean;
  /** Whether all that decides the suggestion is known. */
  isSettled: boolean;
  keep: (id: string) => void;
} {
  const { tenant, businessType } = useSession();
  const [kept, keep] = useLocalStorage<string>({
    key: `samay-quick-doctor-${tenant?.id ?? ''}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const getChoices = useTimeChoices();
  const doctors = resourceChoices(useQuery(resourceList()).data?.items ?? []);
  const isAsked = businessType === 'doctor' && doctors.length > 1;
  const isKnown = doctors.some(({ id, isOwn }) => isOwn || id === kept);
  const { data: waiting } = useQuery({
    // The key begins with `appointments`, because bookings change it.
    queryKey: ['appointments', 'waiting'],
    queryFn: async ({ signal }) => (await loadChunk(() => import('./count-waiting.ts'))).countWaiting(signal),
    enabled: isAsked && !isKnown,
  });
  const count = (id: string) => waiting?.get(id) ?? 0;

  const listGivers = (values: QuickValues) =>
    isAsked ? getChoices(valuesAt(values, startNow())).resources : [];

  function filled(values: QuickValues): QuickValues {
    const givers = listGivers(values);
    const last = lastDoctor(values, givers);
    if (last) return { ...values, resourceId: last.id };
    if (givers.length === 0 || givers.some(({ id }) => id === values.resourceId)) return values;
    const suggested =
      givers.find(({ isOwn }) => isOwn) ??
      givers.find(({ id }) => id === kept) ??
      givers.toSorted((one, other) => count(one.id) - count(other.id))[0];
    return { ...values, resourceId: suggested?.id ?? null };
  }

  const isOfPerson = (values: QuickValues) => lastDoctor(values, listGivers(values)) !== undefined;
  return { filled, isOfPerson, isSettled: isKnown || waiting !== undefined, keep };
}

/**
 * Returns the doctor of a known person's last visit among those who give the service, unless the
 * user has chosen a doctor or one's time, or is a doctor.
 */
function lastDoctor(
  { person, isChosen, when }: QuickValues,
  givers: readonly ResourceChoice[],
): ResourceChoice | undefined {
  const hasChosen = isChosen || (when !== null && when !== 'now' && when !== 'next');
  if (hasChosen || givers.some(({ isOwn }) => isOwn)) return undefined;
  return givers.find(({ id }) => id === person?.lastVisit?.resourceId);
}
