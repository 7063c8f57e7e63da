import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { resourceList } from '../../../../../lib/availability.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { resourceChoices } from '../../../resource-choices.ts';
import type { QuickValues } from './quick-values.ts';

/**
 * Returns the doctor chosen last on this device, for a clinic with several: a desk books for one
 * doctor all morning. Until a doctor is chosen it is the form's default, and for a doctor always
 * their own practitioner. An archived doctor is forgotten.
 */
export function useKeptDoctor(): {
  filled: (values: QuickValues) => QuickValues;
  keep: (id: string) => void;
} {
  const { tenant, businessType } = useSession();
  const [kept, keep] = useLocalStorage<string>({
    key: `samay-quick-doctor-${tenant?.id ?? ''}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const choices = resourceChoices(useQuery(resourceList()).data?.items ?? []);
  const isMeant =
    businessType === 'doctor' && choices.some(({ id }) => id === kept) && !choices.some(({ isOwn }) => isOwn);
  return {
    filled: (values) =>
      isMeant && values.doctor === null && values.resourceId === null
        ? { ...values, resourceId: kept }
        : values,
    keep,
  };
}
