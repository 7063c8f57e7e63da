import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session/session.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { timesQuery } from './api.ts';
import { useAvailabilityWording } from './wording.ts';

/**
 * Asks an owner on home to confirm durations and hours, while a taken time still causes a warning
 * only. Nothing once it is confirmed.
 */
export function ConfirmTimesNotice() {
  const { permissions, businessType } = useSession();
  const { bookings } = useAvailabilityWording();
  const isOwner = permissions.includes('resources.write');
  const { data } = useQuery({ ...timesQuery, enabled: isOwner, staleTime: 300_000 });
  if (!isOwner || !data || data.isConfirmed) return null;
  return (
    <Alert color="marigold" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            A time can still be booked twice
          </Text>
          <Text size="sm">Check how long your {bookings} last, and Samay keeps them apart.</Text>
        </div>
        <ButtonLink
          to={businessType === 'turf' ? '/turf-dashboard/settings/times' : '/dashboard/settings/times'}
          variant="default"
        >
          Check now
        </ButtonLink>
      </Group>
    </Alert>
  );
}
