import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Occurrence } from '@samay/contract/bookings/series';
import type { Slot } from '@samay/contract/core/alternatives';
import { formatTime } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resourceList } from '../../../../../lib/availability.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import type { Tone } from '../../../../../lib/status-tone.ts';
import { Badge } from '../../../../../ui/table/badge.tsx';
import { SlotButtons } from '../../../../../ui/controls/slot-buttons.tsx';
import { timeText } from '../../../../../lib/days.ts';
import { resourceChoices } from '../../../resource-choices.ts';
import { type Decision, findDecision, type Decisions } from './series-plan.ts';
import classes from './occurrence-list.module.css';

interface OccurrenceListProps {
  occurrences: readonly Occurrence[];
  decisions: Decisions;
  /** Whether any court will do: then a start of a part names its part. */
  isAny: boolean;
  onDecide: (date: string, decision: Decision) => void;
}

const stateName: Record<Occurrence['state'], string> = {
  free: 'Free',
  taken: 'Taken',
  closed: 'Outside the hours',
  full: 'Over the plan’s limit',
};
const stateTone: Record<Occurrence['state'], Tone> = {
  free: 'good',
  taken: 'attention',
  closed: 'attention',
  full: 'attention',
};

/** Lists each date of a series before it is created: its state and the decision about it. */
export function OccurrenceList({ occurrences, decisions, isAny, onDecide }: OccurrenceListProps) {
  const resources = resourceChoices(useQuery(resourceList()).data?.items ?? []);
  const getPartName = ({ resourceId }: Slot) =>
    isAny ? resources.find(({ id, wholeId }) => wholeId !== null && id === resourceId)?.name : undefined;
  return (
    <ul className={classes.list} aria-label="Dates">
      {occurrences.map((occurrence) => (
        <OccurrenceRow
          key={occurrence.date}
          occurrence={occurrence}
          decision={findDecision(occurrence, decisions)}
          getPartName={getPartName}
          onDecide={(decision) => onDecide(occurrence.date, decision)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  occurrence: Occurrence;
  decision: Decision;
  getPartName: (slot: Slot) => string | undefined;
  onDecide: (decision: Decision) => void;
}

function OccurrenceRow({ occurrence, decision, getPartName, onDecide }: RowProps) {
  const { date, state, others } = occurrence;
  const isSkipped = decision.is === 'skipped';
  const at = decision.is === 'at another time' ? decision.slot : occurrence;
  const chosen = decision.is === 'at another time' ? { chosen: `${date} ${decision.slot.time}` } : {};
  const isBookable = state === 'free' || state === 'closed';
  return (
    <li className={classes.row ?? ''} data-skipped={isSkipped || undefined}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" className={classes.when ?? ''}>
          {timeText(at)}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Badge tone={chooseTone(decision, state)} text={chooseWord(decision, state)} />
          {isSkipped && isBookable ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onDecide({ is: 'booked' })}>
              Book it
            </Button>
          ) : (
            !isSkipped && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Skip ${timeText(at)}`}
                onClick={() => onDecide({ is: 'skipped' })}
              >
                Skip
              </Button>
            )
          )}
        </Group>
      </Group>
      {state !== 'free' && state !== 'full' && others.length > 0 && (
        <SlotButtons
          label={`Free on ${timeText(occurrence)}`}
          slots={others}
          getPartName={getPartName}
          {...chosen}
          onPick={(slot) => onDecide({ is: 'at another time', slot })}
        />
      )}
      {state === 'taken' && (
        <BookAnyway decision={decision} onDecide={onDecide} time={formatTime(occurrence.time)} />
      )}
    </li>
  );
}

function chooseTone(decision: Decision, state: Occurrence['state']): Tone {
  if (decision.is === 'skipped') return 'quiet';
  return decision.is === 'at another time' ? 'good' : stateTone[state];
}

function chooseWord(decision: Decision, state: Occurrence['state']): string {
  if (decision.is === 'at another time') return 'Another time';
  if (decision.is === 'over another') return 'Booked over';
  return decision.is === 'skipped' ? `${stateName[state]} · skipped` : stateName[state];
}

/** Overbooks a taken time with a reason, for users who may. */
function BookAnyway({
  decision,
  onDecide,
  time,
}: Pick<RowProps, 'decision' | 'onDecide'> & { time: string }) {
  const mayOverbook = useSession().permissions.includes('appointments.overbook');
  const [reason, setReason] = useState<string>();
  if (!mayOverbook || decision.is === 'over another') return null;
  if (reason === undefined) {
    return (
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={() => setReason('')}>
          Book {time} anyway
        </Button>
      </Group>
    );
  }
  const book = () => reason.trim() !== '' && onDecide({ is: 'over another', reason: reason.trim() });
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Reason"
          required
          autoFocus
          maxLength={200}
          flex={1}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            book();
          }}
        />
        <Button variant="default" onClick={book}>
          Book anyway
        </Button>
      </Group>
    </Stack>
  );
}
