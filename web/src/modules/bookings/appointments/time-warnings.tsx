import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { timeWarnings } from '../api.ts';
import classes from './time-warnings.module.css';
import { UpgradeHint } from './upgrade-hint.tsx';
import { useAppointmentWording } from '../wording.ts';

interface TimeWarningsProps {
  date: string;
  time: string;
  doctor?: string;
  /** The id of the booking that is being moved. */
  except?: string;
}

/** Warnings about an unusual time, shown beside its fields. They never prevent a booking. */
export function TimeWarnings(props: TimeWarningsProps) {
  const { data, isError } = useQuery(useWarningsQuery(props));
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
 * Says that the plan's limit for the month of the date is reached, before the form is filled in.
 * The previous reply stays until the next one arrives.
 */
export function PlanFullNotice({ onLeave, ...time }: TimeWarningsProps & { onLeave: () => void }) {
  const { limitReached } = useAppointmentWording();
  const { data } = useQuery({ ...useWarningsQuery(time), placeholderData: keepPreviousData });
  return (
    <div role="status" className={classes.warnings}>
      {data?.isFull && (
        <Alert role="note" color="yellow" variant="light">
          <Text size="sm">{limitReached}</Text>
          <Text size="sm" mt={4}>
            <UpgradeHint purpose="book more" onLeave={onLeave} /> Other months may have places left.
          </Text>
        </Alert>
      )}
    </div>
  );
}

function useWarningsQuery({ date, time, doctor = '', except }: TimeWarningsProps) {
  const [debounced] = useDebouncedValue(`${date} ${time.slice(0, 5)} ${doctor.trim()}`, 400);
  const query = warningsQuery(debounced, except);
  return { ...timeWarnings(query ?? { date, time }), enabled: query !== null };
}

function warningsQuery(
  debounced: string,
  except?: string,
): { date: string; time: string; doctor?: string; except?: string } | null {
  const [date = '', time = '', ...doctor] = debounced.split(' ');
  if (!LocalDate.safeParse(date).success || !LocalTime.safeParse(time).success) return null;
  return {
    date,
    time,
    ...(doctor.join(' ') !== '' && { doctor: doctor.join(' ') }),
    ...(except !== undefined && { except }),
  };
}
