import { Text } from '@mantine/core';
import {
  addHourException,
  type HourException,
  removeHourException,
} from '@samay/contract/availability/hours';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { RowButton } from '../../../ui/table/row-button.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { refreshAvailability } from '../api.ts';
import { notSaved } from '../wording.ts';
import { getRange } from './exception-values.ts';
import classes from './exceptions-list.module.css';

interface ExceptionsListProps {
  exceptions: readonly HourException[];
  nameOf: (resourceId: string | null) => string;
  mayRemove: (exception: HourException) => boolean;
}

/**
 * Lists the closures and extra hours, the next one first. A removed one can be added again by Undo.
 */
export function ExceptionsList({ exceptions, nameOf, mayRemove }: ExceptionsListProps) {
  const client = useQueryClient();
  const onError = (error: unknown) => toastFailed(errorText(error, notSaved));
  const restore = useMutation({
    mutationFn: ({ kind, resourceId, from, to, reason }: HourException) =>
      call(addHourException, { body: { kind, resourceId, from, to, reason } }),
    onSuccess: async ({ exception }) => refreshAvailability(client, exception.id),
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: HourException) => call(removeHourException, { params: { id } }),
    onSuccess: (_, exception) => {
      toastDone(exception.kind === 'closure' ? 'Closure removed' : 'Extra hours removed', () =>
        restore.mutate(exception),
      );
      void refreshAvailability(client, exception.id);
    },
    onError,
  });
  if (exceptions.length === 0)
    return <EmptyState text="No closures" hint="Click a day of the calendar to add one." />;
  const sorted = exceptions.toSorted((one, other) => getKey(one).localeCompare(getKey(other)));
  return (
    <ul className={classes.list} aria-label="Closures and extra hours">
      {sorted.map((exception) => (
        <li key={exception.id} className={classes.line}>
          <div className={classes.text}>
            <Text size="sm" fw={600} className="tabular">
              {getRange(exception)}
            </Text>
            <Text size="sm" c="dimmed">
              {nameOf(exception.resourceId)} · {exception.reason}
            </Text>
          </div>
          <Badge
            tone={exception.kind === 'closure' ? 'quiet' : 'good'}
            text={exception.kind === 'closure' ? 'Closed' : 'Extra hours'}
          />
          {mayRemove(exception) && (
            <RowButton
              isQuiet
              label={`Remove ${getRange(exception)}: ${exception.reason}`}
              onClick={() => remove.mutate(exception)}
            >
              Remove
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function getKey({ from, id }: HourException): string {
  return `${from.date} ${from.time} ${id}`;
}
