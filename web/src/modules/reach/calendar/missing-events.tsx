import { Button, Group, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { addMissing, calendarQuery } from './api.ts';

/** Offers to add the upcoming bookings that were made before the calendar was connected. */
export function MissingEvents({ count }: { count: number }) {
  const client = useQueryClient();
  const { booking, bookings } = wording[useSession().businessType ?? 'doctor'];
  const named = (number: number) => `${formatCount(number)} upcoming ${number === 1 ? booking : bookings}`;
  const add = useMutation({
    mutationFn: addMissing,
    onSuccess: (queued) => toastDone(`${named(queued)} will be added to Google Calendar`),
    onSettled: () => client.invalidateQueries({ queryKey: calendarQuery.queryKey }),
  });
  if (count === 0) return null;
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{`${named(count)} ${count === 1 ? 'is' : 'are'} not in the calendar yet.`}</Text>
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
          {`Add your ${named(count)}`}
        </Button>
      </Group>
      {add.isError && <FailureNotice text={errorText(add.error, `The ${bookings} could not be added`)} />}
    </>
  );
}
