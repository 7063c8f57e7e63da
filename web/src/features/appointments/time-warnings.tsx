import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { LocalDate, LocalTime } from '@samay/contract/time';
import { useQuery } from '@tanstack/react-query';
import { timeWarnings } from './api.ts';
import classes from './time-warnings.module.css';

interface TimeWarningsProps {
  date: string;
  time: string;
  doctor?: string;
  /** The booking being moved. */
  except?: string;
}

/** What is unusual about a time, beside its fields. It informs and never blocks. */
export function TimeWarnings({ date, time, doctor = '', except }: TimeWarningsProps) {
  const [asked] = useDebouncedValue(`${date} ${time.slice(0, 5)} ${doctor.trim()}`, 400);
  const query = warningsQuery(asked, except);
  const { data, isError } = useQuery({ ...timeWarnings(query ?? { date, time }), enabled: query !== null });
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

function warningsQuery(asked: string, except?: string): { date: string; time: string; doctor?: string; except?: string } | null {
  const [date = '', time = '', ...doctor] = asked.split(' ');
  if (!LocalDate.safeParse(date).success || !LocalTime.safeParse(time).success) return null;
  return { date, time, ...(doctor.join(' ') !== '' && { doctor: doctor.join(' ') }), ...(except !== undefined && { except }) };
}
