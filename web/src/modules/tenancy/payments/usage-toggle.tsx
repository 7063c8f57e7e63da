import { Button, Collapse, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import type { Usage } from '@samay/contract/tenancy/plans';
import { addDays, formatDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { usageQuery } from './api.ts';
import { usageToggle } from './wording.ts';

/** Shows and hides the usage of the month. */
export function UsageToggle() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const businessType = useSession().businessType ?? 'doctor';
  return (
    <div>
      <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {usageToggle[businessType]}
      </Button>
      <Collapse expanded={isOpen} id={id} transitionDuration={150}>
        {isOpen && <UsageFigures bookings={wording[businessType].bookings} />}
      </Collapse>
    </div>
  );
}

function UsageFigures({ bookings }: { bookings: string }) {
  const { data, error, isFetching, refetch } = useQuery(usageQuery);
  if (data) return <Figures usage={data} bookings={bookings} />;
  if (!error) return <Skeleton height={48} mt="sm" role="group" aria-busy aria-label="Loading" />;
  return (
    <FailureNotice
      text={errorText(error, 'Failed to load the usage')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Figures({
  usage: { used, limit, remaining, cycleStart, cycleEnd, firstDaysUntil },
  bookings,
}: {
  usage: Usage;
  bookings: string;
}) {
  return (
    <Stack gap={8} mt="sm">
      <Text size="sm">
        <strong>
          {formatCount(used)} / {formatCount(limit)}
        </strong>{' '}
        {bookings} used, {formatCount(remaining)} remaining
      </Text>
      <Progress
        value={limit === 0 ? 100 : Math.min(100, (used / limit) * 100)}
        aria-label={`${capitalise(bookings)} used`}
        {...(remaining === 0 && { color: 'yellow.6' })}
      />
      <Text size="xs" c="dimmed">
        From {formatDate(cycleStart)} to {formatDate(addDays(cycleEnd, -1))}
        {firstDaysUntil !== null && `, with the limit of Enterprise until ${formatDate(firstDaysUntil)}`}
      </Text>
    </Stack>
  );
}
