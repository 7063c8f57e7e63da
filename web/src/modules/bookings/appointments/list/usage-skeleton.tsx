import { Group, Skeleton, Text } from '@mantine/core';
import classes from './usage-card.module.css';
import { useWording } from '../use-wording.ts';

/** Keeps the room of the plan's line, as its words usually wrap, so that nothing below moves when it comes. */
export function UsageSkeleton() {
  const { bookings } = useWording();
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
