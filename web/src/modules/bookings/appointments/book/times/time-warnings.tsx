import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { formatCount } from '@samay/contract/core/money';
import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { timeWarnings } from '../../../api.ts';
import type { askedTime } from './time-choices.ts';
import classes from './time-warnings.module.css';
import { UpgradeHint } from '../../upgrade-hint.tsx';
import { useAppointmentWording } from '../../../wording.ts';

interface TimeWarningsProps {
  asked: ReturnType<typeof askedTime> & { readonly walkIn?: 'yes' };
}

/**
 * Shows warnings about an unusual time at its fields. None of them prevents a booking; the server
 * refuses a taken time.
 */
export function TimeWarnings({ asked }: TimeWarningsProps) {
  const { data, isError } = useQuery(useWarningsQuery(asked));
  return (
    <div role="status" className={classes.warnings}>
      {data?.warnings.map((warning) => (
        <Text key={warning} component="p" size="sm" className={classes.warning}>
          <IconAlertCircle size={16} aria-hidden />
          {warning}
        </Text>
      ))}
      {isError && (
        <Text size="sm" c="dimmed">
          This time could not be checked. You can still book it.
        </Text>
      )}
    </div>
  );
}

/**
 * Says before the form is filled in that the plan's limit for the date's month is reached, or how
 * many places are left once most are taken. The previous reply stays until the next one arrives.
 */
export function PlanFullNotice({ asked, onLeave }: TimeWarningsProps & { onLeave?: () => void }) {
  const { limitReached, booking, bookings } = useAppointmentWording();
  const { data } = useQuery({ ...useWarningsQuery(asked), placeholderData: keepPreviousData });
  return (
    <div role="status" className={classes.warnings}>
      {data?.left !== undefined && (
        <Text size="sm" c="dimmed">
          {data.left === 1
            ? `This is the last ${booking} of your plan in this month.`
            : `Your plan has ${formatCount(data.left)} ${bookings} left in this month.`}
        </Text>
      )}
      {data?.isFull && (
        <Alert role="note" color="yellow" variant="light">
          <Text size="sm">{limitReached}</Text>
          <Text size="sm" mt={4}>
            <UpgradeHint purpose="book more" {...(onLeave && { onLeave })} /> Other months may have places
            left.
          </Text>
        </Alert>
      )}
    </div>
  );
}

function useWarningsQuery(asked: TimeWarningsProps['asked']) {
  const [debounced] = useDebouncedValue(JSON.stringify(asked), 400);
  const query = JSON.parse(debounced) as TimeWarningsProps['asked'];
  const enabled = LocalDate.safeParse(query.date).success && LocalTime.safeParse(query.time).success;
  return { ...timeWarnings(query), enabled };
}
