import { Button, Text, Title } from '@mantine/core';
import type { Deliveries } from '@samay/contract/reach/deliveries';
import { formatCount } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import { useSession } from '../../../lib/session/session.tsx';
import classes from './given-up-list.module.css';
import { kindNames, overText, reasonText, supersededText } from './wording.ts';

interface GivenUpListProps {
  givenUp: Deliveries['givenUp'];
  /** The total number, including those that are not listed. */
  total: number;
  mayRetry: boolean;
  /** The id of the delivery that is being retried. */
  retrying: string | undefined;
  onRetry: (id: string) => void;
}

/** Lists the deliveries that were given up, latest first, each with a button to retry. */
export function GivenUpList({ givenUp, total, mayRetry, retrying, onRetry }: GivenUpListProps) {
  const businessType = useSession().businessType ?? 'doctor';
  const names = kindNames(businessType);
  const more = total - givenUp.length;
  return (
    <div>
      <Title order={3}>Given up</Title>
      <ul className={classes.list}>
        {givenUp.map(({ id, kind, reason, givenUpAt, isSuperseded, isOver }) => (
          <li key={id} className={classes.row}>
            <div>
              <Text size="sm">
                {names[kind]} <span className={classes.when}>{formatInstant(givenUpAt)}</span>
              </Text>
              <Text size="sm" c="dimmed">
                {reasonText(reason)} {isSuperseded && supersededText(businessType)} {isOver && overText}
              </Text>
            </div>
            {mayRetry && !isSuperseded && !isOver && (
              <Button
                variant="default"
                size="sm"
                loading={retrying === id}
                aria-label={`Retry ${names[kind]} of ${formatInstant(givenUpAt)}`}
                onClick={() => onRetry(id)}
              >
                Retry
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {formatCount(more)} more.
        </Text>
      )}
    </div>
  );
}
