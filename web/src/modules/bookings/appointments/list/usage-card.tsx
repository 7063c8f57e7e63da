import { Alert, Group, Progress, Skeleton, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { addDays, formatDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import { UpgradeHint } from '../upgrade-hint.tsx';
import { useAppointmentWording } from '../../wording.ts';
import classes from './usage-card.module.css';

/** The share of the limit from which a progress bar is shown. */
const nearlyFull = 0.8;

/** Returns whether the usage needs a card instead of a line. */
export function isNearlyUsed(usage: Usage): boolean {
  return shareOf(usage) >= nearlyFull || usage.hidden > 0;
}

function shareOf({ used, limit }: Usage): number {
  return limit === 0 ? 1 : used / limit;
}

/**
 * Renders the usage of the plan's month: a line, and a bar once the limit is near. Explains the
 * next steps when the limit is reached or when bookings are hidden.
 */
export function UsageCard({ usage }: { usage: Usage }) {
  const { bookings, booking, limitReached } = useAppointmentWording();
  const { used, limit, remaining, hidden, planName } = usage;
  const part = shareOf(usage);
  const isNearlyFull = isNearlyUsed(usage);
  return (
    <section aria-label="Plan usage" className={classes.usage} data-framed={isNearlyFull || undefined}>
      <Group gap="0 12px" justify="space-between" wrap="wrap">
        <Text size="sm">
          <strong>
            {formatCount(used)} / {formatCount(limit)}
          </strong>{' '}
          {bookings} used&nbsp;· <span className={classes.together}>{formatCount(remaining)} remaining</span>
        </Text>
        <Text size="xs" c="dimmed" {...(!isNearlyFull && { visibleFrom: 'sm' as const })}>
          {planName} plan · {cycleText(usage)}
        </Text>
      </Group>
      {isNearlyFull && (
        <Progress
          value={part * 100}
          size="sm"
          mt={8}
          aria-label={`${bookings} used`}
          {...(remaining === 0 && { color: 'yellow.6' })}
        />
      )}
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
    </section>
  );
}

/**
 * Formats the cycle with its last day (the day before `cycleEnd`): `1 Nov – 30 Nov 2026`. The year
 * appears once if both days share it.
 */
function cycleText({ cycleStart, cycleEnd }: Usage): string {
  const [first, last] = [formatDate(cycleStart), formatDate(addDays(cycleEnd, -1))];
  const year = last.slice(-5);
  return `${first.endsWith(year) ? first.slice(0, -year.length) : first} – ${last}`;
}

/**
 * Renders a placeholder with the height of the usage line, so that nothing below it moves when it
 * loads.
 */
export function UsageSkeleton() {
  const { bookings } = useAppointmentWording();
  return (
    <div className={classes.usage} aria-hidden>
      <Group gap="0 12px" justify="space-between" wrap="wrap">
        <Skeleton w="auto">
          <Text size="sm">
            <strong>000 / 000</strong> {bookings} used ·{' '}
            <span className={classes.together}>000 remaining</span>
          </Text>
        </Skeleton>
        <Skeleton w="auto">
          <Text size="xs">Premium plan · 1 Nov – 30 Nov 2026</Text>
        </Skeleton>
      </Group>
    </div>
  );
}
