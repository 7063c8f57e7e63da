import { Button, Group, Text } from '@mantine/core';
import type { Merge, PatientDetails } from '@samay/contract/people/patients';
import { formatDate, indiaDate } from '@samay/contract/core/time';
import { Line, Lines, LinesCard } from '../../../ui/layout/lines-card.tsx';
import { MergeProposals } from './merge-proposals.tsx';
import { usePeopleChanges } from './use-people-changes.ts';
import { usePatientWording } from './wording.ts';

interface SectionProps {
  patient: PatientDetails;
  /** Whether the caller may merge people, and undo a merge. */
  mayWrite: boolean;
  /** Opens the page of another person. */
  onOpen: (id: string) => void;
}

/**
 * Lists the other people with this number. Each opens their page; an almost equal name is proposed
 * for a merge.
 */
export function HouseholdSection({ patient, mayWrite, onOpen }: SectionProps) {
  return (
    <LinesCard title="Same number">
      <Lines>
        {patient.household.map(({ id, name, about, lastVisit }) => (
          <Line
            key={id}
            name={name}
            below={[about, lastVisit === null ? 'No visit yet' : `Last visit ${formatDate(lastVisit)}`]
              .filter(Boolean)
              .join(' · ')}
            onOpen={() => onOpen(id)}
          >
            {null}
          </Line>
        ))}
      </Lines>
      {mayWrite && <MergeProposals patient={patient} />}
    </LinesCard>
  );
}

/**
 * Lists the people merged into this person, with the button that undoes it for 30 days. If this
 * person had no booking of their own, undoing opens the remaining person.
 */
export function MergesSection({ patient, mayWrite, onOpen }: SectionProps) {
  const { mergedTitle } = usePatientWording();
  const { undo } = usePeopleChanges({ onUndone: (left) => left.id !== patient.id && onOpen(left.id) });
  return (
    <LinesCard title={mergedTitle}>
      {patient.merges.map((merge) => (
        <Group key={merge.id} justify="space-between" gap="sm" mih={44}>
          <div>
            <Text size="sm" fw={600}>
              {merge.name}
            </Text>
            <Text size="xs" c="dimmed">
              {mergeText(merge)}
            </Text>
          </div>
          {mayWrite && merge.mayUndo && (
            <Button
              variant="default"
              aria-label={`Undo the merge of ${merge.name}`}
              loading={undo.isPending}
              onClick={() => undo.mutate({ id: patient.id, otherId: merge.id })}
            >
              Undo
            </Button>
          )}
        </Group>
      ))}
    </LinesCard>
  );
}

function mergeText({ contact, email, mergedAt }: Merge): string {
  return [contact ?? email, `merged on ${formatDate(indiaDate(new Date(mergedAt)))}`]
    .filter(Boolean)
    .join(' · ');
}
