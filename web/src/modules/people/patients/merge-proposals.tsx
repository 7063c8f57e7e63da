import { Button, Group, Text } from '@mantine/core';
import type { HouseholdMember, PatientDetails } from '@samay/contract/people/patients';
import { useState } from 'react';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import { MergeDialog } from './lazy-merge-dialog.ts';
import { usePatientWording } from './wording.ts';

/** Proposes to merge people with this number whose names match the person's in a search. */
export function MergeProposals({ patient }: { patient: PatientDetails }) {
  const { isSame } = usePatientWording();
  const [other, setOther] = useState<HouseholdMember | null>(null);
  const close = () => setOther(null);
  return (
    <>
      {patient.household
        .filter(({ isAlike }) => isAlike)
        .map((member) => (
          <Group key={member.id} justify="space-between" gap="sm" mih={44}>
            <Text size="sm" c="dimmed">
              {isSame(member.name)}
            </Text>
            <Button
              variant="default"
              aria-label={`Merge … ${member.name}`}
              aria-haspopup="dialog"
              onClick={() => setOther(member)}
            >
              Merge …
            </Button>
          </Group>
        ))}
      <PartBoundary onGiveUp={close}>
        {other && <MergeDialog patient={patient} other={other} onClose={close} />}
      </PartBoundary>
    </>
  );
}
