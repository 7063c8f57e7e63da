import { useQuery } from '@tanstack/react-query';
import { resourceList, serviceList } from '../../../../../lib/availability.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { timeChoices, type TimeChoices, type TimeValues } from './time-choices.ts';

/**
 * Returns a function that resolves a form's values with the business's services and doctors or
 * courts. Until these are loaded the form works without them.
 */
export function useTimeChoices(): (values: TimeValues) => TimeChoices {
  const { businessType } = useAppointmentWording();
  const services = useQuery(serviceList()).data?.items ?? [];
  const resources = useQuery(resourceList()).data?.items ?? [];
  return (values) => timeChoices(values, { services, resources, businessType });
}
