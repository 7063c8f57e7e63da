import { Alert, Progress, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import type { Usage } from '@samay/contract/tenancy/plans';
import { UpgradeHint } from '../upgrade-hint.tsx';
import { useAppointmentWording } from '../../wording.ts';

interface NearLimitProps {
  usage: Usage;
  /** The share of the limit that is used, from 0 to 1. */
  share: number;
}

/**
 * Renders how much of a plan's month that is nearly used is left, as a bar, and the next steps when the
 * limit is reached or when bookings are hidden.
 */
export function NearLimit({ usage: { remaining, hidden }, share }: NearLimitProps) {
  const { bookings, booking, limitReached } = useAppointmentWording();
  return (
    <>
      <Progress
        value={share * 100}
        size="sm"
        mt={8}
        aria-label={`${bookings} used`}
        {...(remaining === 0 && { color: 'yellow.6' })}
      />
      {remaining === 0 && (
        <Alert role="alert" color="marigold" variant="light" mt="sm">
          {limitReached}
        </Alert>
      )}
      {remaining === 0 && hidden === 0 && (
        <Text size="sm" mt="sm">
          <UpgradeHint purpose="book more" />
        </Text>
      )}
      {hidden > 0 && (
        <Text size="sm" mt="sm">
          {formatCount(hidden)}{' '}
          {hidden === 1 ? `${booking} of this cycle is` : `${bookings} of this cycle are`} beyond your plan's
          limit and hidden. <UpgradeHint purpose="see them" />
        </Text>
      )}
    </>
  );
}
