import { Skeleton, Text } from '@mantine/core';
import type { Queue, QueueStage } from '@samay/contract/desk/queue';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { useActions } from '../../../lib/actions.tsx';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import { wholeQueueQuery } from './api.ts';
import classes from './drawer.module.css';

/** The number of people that are listed; the sentence counts all. */
const mostListed = 12;

/** Says who is still in today's queue or left without paying, and what they owe. */
export function BeforeClosing() {
  const { data, error, isFetching, refetch } = useQuery(wholeQueueQuery);
  const businessType = useSession().businessType ?? 'doctor';
  if (error && !data) {
    return (
      <FailureNotice
        text={errorText(error, 'Failed to load the queue')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={44} radius="md" aria-busy />;
  const people = leftOver(data, businessType);
  if (people.length === 0)
    return <Text size="sm">Nobody is left in today&apos;s queue, and nobody owes money.</Text>;
  return (
    <SectionCard title="Before you close" hint={sentence(data)}>
      <LeftOver people={people} />
    </SectionCard>
  );
}

/** Says the same in one line, next to the button that closes; nothing if nobody is left. */
export function LeftOverLine() {
  const { data } = useQuery(wholeQueueQuery);
  if (!data || data.waiting.length + data.toPay.length === 0) return null;
  return <Text size="sm">{sentence(data)}</Text>;
}

interface LeftPerson {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly due: number;
}

const stageNames: Record<BusinessType, Record<QueueStage, string>> = {
  doctor: { in: 'In consultation', waiting: 'Waiting', expected: 'Not here yet' },
  turf: { in: 'Playing', waiting: 'Waiting', expected: 'Not here yet' },
};

function leftOver({ waiting, toPay }: Queue, businessType: BusinessType): readonly LeftPerson[] {
  return [
    ...waiting.map(({ id, personName, stage, due }) => ({
      id,
      name: personName,
      state: stageNames[businessType][stage],
      due: due ?? 0,
    })),
    ...toPay.map(({ id, personName, due }) => ({
      id,
      name: personName,
      state: 'Left without paying',
      due: due ?? 0,
    })),
  ];
}

function sentence({ waiting, toPay }: Queue): string {
  const parts = [
    ...(waiting.length === 0
      ? []
      : [`${formatCount(waiting.length)} ${areOrIs(waiting)} still in the queue`]),
    ...(toPay.length === 0 ? [] : [`${formatCount(toPay.length)} left without paying`]),
  ];
  const due = [...waiting, ...toPay].reduce((sum, booking) => sum + (booking.due ?? 0), 0);
  return `${parts.join(', and ')}: ${due === 0 ? 'nothing' : formatRupees(due)} due.`;
}

const areOrIs = ({ length }: { readonly length: number }) => (length === 1 ? 'is' : 'are');

function LeftOver({ people }: { people: readonly LeftPerson[] }) {
  const { openDetails } = useActions();
  const more = people.length - mostListed;
  return (
    <>
      <ul className={classes.lines}>
        {people.slice(0, mostListed).map(({ id, name, state, due }) => (
          <li key={id}>
            <NameButton name={name} onClick={() => openDetails(id)} />
            <span className={classes.named}>{state}</span>
            <span className={classes.amount}>{due === 0 ? 'Nothing due' : formatRupees(due)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {formatCount(more)} more.
        </Text>
      )}
    </>
  );
}
