import { Alert, Group, Progress, Skeleton, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { addDays, formatDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import { UpgradeHint } from '../upgrade-hint.tsx';
import { useAppointmentWording } from '../wording.ts';
import classes from './usage-card.module.css';

/** From this part of the plan's limit on, how much is used is worth a bar. */
const nearlyFull = 0.8;

/** How much of the plan's month is used: a line, with a bar once it is nearly full; what to do where it is used up, or where bookings are hidden. */
export function UsageCard({ usage }: { usage: Usage }) {
  const { bookings, booking, limitReached } = useAppointmentWording();
  const { used, limit, remaining, hidden, planName } = usage;
  const part = limit === 0 ? 1 : used / limit;
  const isNearlyFull = part >= nearlyFull || hidden > 0;
  return (
    <section aria-label="Plan usage" className={classes.usage} data-framed={isNearlyFull || undefined}>
      <Group gap="sm" justify="space-between" wrap="wrap">
        <Text size="sm">
          <strong>
            {formatCount(used)} / {formatCount(limit)}
          </strong>{' '}
          {bookings} used&nbsp;· <span className={classes.together}>{formatCount(remaining)} remaining</span>
        </Text>
        <Text size="xs" c="dimmed">
          {planName} plan · {cycleText(usage)}
        </Text>
      </Group>
      {isNearlyFull && (
        <Progress value={part * 100} size="sm" mt={8} aria-label={`${bookings} used`} {...(remaining === 0 && { color: 'yellow.6' })} />
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
          {formatCount(hidden)} {hidden === 1 ? `${booking} of this cycle is` : `${bookings} of this cycle are`} beyond your plan's limit
          and hidden. <UpgradeHint purpose="see them" />
        </Text>
      )}
    </section>
  );
}

/** `1 Nov – 30 Nov 2026`: the cycle with its last day, which is the one before `cycleEnd`; the year once where both share it. */
function cycleText({ cycleStart, cycleEnd }: Usage): string {
  const [first, last] = [formatDate(cycleStart), formatDate(addDays(cycleEnd, -1))];
  const year = last.slice(-5);
  return `${first.endsWith(year) ? first.slice(0, -year.length) : first} – ${last}`;
}

/** Keeps the room of the plan's line, as its words usually wrap, so that nothing below moves when it comes. */
export function UsageSkeleton() {
  const { bookings } = useAppointmentWording();
  return (
    <div className={classes.usage} aria-hidden>
      <Group gap="sm" justify="space-between" wrap="wrap">
        <Skeleton w="auto">
          <Text size="sm">
            <strong>000 / 000</strong> {bookings} used · <span className={classes.together}>000 remaining</span>
          </Text>
        </Skeleton>
        <Skeleton w="auto">
          <Text size="xs">Premium plan · 1 Nov – 30 Nov 2026</Text>
        </Skeleton>
      </Group>
    </div>
  );
}
