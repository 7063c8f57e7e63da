import { Alert, Button, Group, Progress as Bar, Skeleton, Stack, Text } from '@mantine/core';
import type { Closing } from '@samay/contract/bookings/closings';
import { formatCount } from '@samay/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import type { ClosingPreset } from '../../../lib/actions.tsx';
import { errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { countDoable, countLeft, oneClosing } from './api.ts';
import { closedText } from './closed-text.ts';
import classes from './closings.module.css';
import type { Tell } from './outcome-row.tsx';
import { Outcomes } from './outcomes.tsx';
import { outcomesText, withheldText } from './counts-text.ts';
import { spanText } from './span.ts';
import { useCarryOut } from './use-carry-out.ts';
import { useUndo } from './use-undo.ts';
import { useName } from './use-whom.ts';

interface ClosingProgressProps {
  id: string;
  tell: Tell;
  /** Whether the rest is carried out immediately. */
  startsOn: boolean;
  /** Returns to the form and the list of closings. */
  onBack: () => void;
  /** Opens the form for bookings that could not be handled. */
  onAgain: (preset: ClosingPreset) => void;
  onClose: () => void;
}

/** Renders a closing: its progress, and what became of each booking. */
export function ClosingProgress({ id, ...rest }: ClosingProgressProps) {
  const { data, error, isFetching, refetch } = useQuery(oneClosing(id));
  if (data) return <Loaded closing={data} {...rest} />;
  if (error && !isFetching)
    return (
      <FailureNotice text={errorText(error, 'Failed to load the closing')} onRetry={() => void refetch()} />
    );
  return <Skeleton height={240} radius="md" role="group" aria-busy aria-label="Loading" />;
}

type LoadedProps = Omit<ClosingProgressProps, 'id'> & { closing: Closing };

function Loaded({ closing, tell, startsOn, onBack, onAgain, onClose }: LoadedProps) {
  const nameOf = useName();
  const { progress, failure, start } = useCarryOut(closing.id, startsOn && countDoable(closing) > 0);
  const undo = useUndo(start);
  const left = countDoable(closing);
  const refused =
    closing.undoneAt === null ? closing.bookings.filter(({ state }) => state === 'refused') : [];

  function chooseAgain(): void {
    const { exceptionId, resourceId, from, to, reason } = closing;
    onAgain({
      closure: { id: exceptionId, resourceId, from, to, reason },
      only: refused.map(({ bookingId }) => bookingId),
    });
  }

  return (
    <Stack gap="md">
      <Text size="sm">
        {closing.undoneAt === null ? 'Closed: ' : 'Taken back: '}
        <strong>{nameOf(closing.resourceId)}</strong>, {spanText(closing)} · {closing.reason} · closed{' '}
        {closedText(closing)}
      </Text>
      <Steps closing={closing} progress={progress} />
      {closing.withheld > 0 && progress === 'off' && <Text size="sm">{withheldText(closing)}</Text>}
      {failure !== null && <FailureNotice text={failure} />}
      {undo.failure !== null && <FailureNotice text={undo.failure} />}
      {left > 0 && progress === 'off' && <Button onClick={start}>{`Go on with ${formatCount(left)}`}</Button>}
      <Outcomes closing={closing} tell={tell} />
      <div className={classes.foot} data-sticks>
        <Group gap="sm">
          {closing.mayUndo && (
            <Button variant="default" disabled={undo.isPending} onClick={() => undo.run(closing.id)}>
              Undo
            </Button>
          )}
          {refused.length > 0 && progress === 'off' && (
            <Button variant="default" onClick={chooseAgain}>
              Choose again
            </Button>
          )}
        </Group>
        {/* Hidden meanwhile: a second press must not stop it half done. */}
        {progress !== 'running' && (
          <Group gap="sm">
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
            <Button onClick={onClose}>
              {progress === 'off' ? 'Done' : `Stop here, ${formatCount(left)} left`}
            </Button>
          </Group>
        )}
      </div>
    </Stack>
  );
}

/** Shows how far a closing is, and says so; what is lost in between is sent again. */
function Steps({
  closing,
  progress,
}: {
  closing: Closing;
  progress: ReturnType<typeof useCarryOut>['progress'];
}) {
  const left = countLeft(closing);
  const all = closing.bookings.filter(({ action }) => action !== 'keep').length;
  const done = Math.max(0, all - left);
  const isOff = progress === 'off';
  return (
    <Stack gap={8}>
      {!isOff && (
        <Bar.Root size="lg">
          <Bar.Section value={all === 0 ? 100 : Math.round((done / all) * 100)} aria-label="Progress" />
        </Bar.Root>
      )}
      <Text size="sm" fw={600} role="status">
        {isOff ? outcomesText(closing) : `${formatCount(done)} of ${formatCount(all)} done`}
      </Text>
      {progress === 'away' && (
        <Alert color="yellow" variant="light" role="alert">
          Samay does not answer right now. What is done stays done, and the rest is tried again. You may close
          this and go on later.
        </Alert>
      )}
    </Stack>
  );
}
