import { Group, Skeleton, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { addDays, formatDate } from '@samay/contract/core/time';
import type { Usage } from '@samay/contract/tenancy/plans';
import { lazy } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import { useAppointmentWording } from '../../wording.ts';
import classes from './usage-card.module.css';

/** Most businesses are far from their limit. */
const NearLimit = lazy(async () => ({
  default: (await loadChunk(() => import('./near-limit.tsx'))).NearLimit,
}));

/** The share of the limit from which a progress bar is shown. */
const nearlyFull = 0.8;

/** Returns whether the usage needs a card instead of a line. */
export function isNearlyUsed(usage: Usage): boolean {
  return computeShare(usage) >= nearlyFull || usage.hidden > 0;
}

function computeShare({ used, limit }: Usage): number {
  return limit === 0 ? 1 : used / limit;
}

/**
 * Renders the usage of the plan's month: a line, and a bar once the limit is near. Explains the
 * next steps when the limit is reached or when bookings are hidden.
 */
export function UsageCard({ usage }: { usage: Usage }) {
  const { bookings } = useAppointmentWording();
  const { used, limit, remaining, planName, firstDaysUntil } = usage;
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
          {firstDaysUntil === null
            ? `${planName} plan`
            : `Limit of Enterprise until ${formatDate(firstDaysUntil)}`}{' '}
          · {cycleText(usage)}
        </Text>
      </Group>
      {isNearlyFull && (
        <PartBoundary onGiveUp={() => undefined}>
          <NearLimit usage={usage} share={computeShare(usage)} />
        </PartBoundary>
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
