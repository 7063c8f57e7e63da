import { Button, Group, Text } from '@mantine/core';
import type { PatientDetails } from '@samay/contract/people/patients';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { getUpi } from '@samay/contract/tenancy/upi';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { call } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import { Line, Lines, LinesCard } from '../../../ui/layout/lines-card.tsx';
import { useAppointmentWording } from '../../bookings/wording.ts';
import { balanceLink } from './balance-link.ts';
import { getDue, type OwingOf, useDueText } from './owing.ts';
import { usePatientWording } from './wording.ts';

const TakeAllDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./take-all-dialog.tsx'))).TakeAllDialog,
}));

/**
 * Lists the dues of a person and of the others with their number, oldest first, takes them with one
 * press, or requests the person's own by a message.
 */
export function OwingSection({ patient }: { patient: PatientDetails }) {
  const { owing, householdOwing } = patient;
  const { permissions, tenant } = useSession();
  const { onlyThis } = usePatientWording();
  const dueText = useDueText();
  /** The bookings whose dues are being taken. */
  const [taken, setTaken] = useState<PatientDetails['owing']>();
  const mayWrite = permissions.includes('appointments.write');
  const all = [...owing, ...householdOwing];
  const close = () => setTaken(undefined);
  return (
    <LinesCard title="Due">
      {owing.length > 0 && <DueLines text={dueText(owing)} owing={owing} />}
      {householdOwing.length > 0 && (
        <DueLines
          text={`Same number: ${dueText(householdOwing)}`}
          owing={householdOwing}
          isFurther={owing.length > 0}
        />
      )}
      <Group gap="sm" mt="sm">
        {mayWrite && tenant?.suspended !== true && (
          <>
            <Button onClick={() => setTaken(all)}>Take all, {formatRupees(getDue(all))}</Button>
            {owing.length > 0 && householdOwing.length > 0 && (
              <Button variant="default" onClick={() => setTaken(owing)}>
                {onlyThis}, {formatRupees(getDue(owing))}
              </Button>
            )}
          </>
        )}
        {mayWrite && owing.length > 0 && <SendBalance patient={patient} />}
      </Group>
      <PartBoundary onGiveUp={close}>
        {taken && <TakeAllDialog patient={patient} proposed={taken} onClose={close} />}
      </PartBoundary>
    </LinesCard>
  );
}

interface DueLinesProps {
  /** The amount due and the number of visits. */
  text: string;
  owing: readonly OwingOf[];
  /** Whether other lines stand above. */
  isFurther?: boolean;
}

function DueLines({ text, owing, isFurther = false }: DueLinesProps) {
  const { openDetails } = useActions();
  return (
    <>
      <Text size="sm" {...(isFurther && { mt: 'md' })}>
        {text}
      </Text>
      <Lines>
        {owing.map(({ id, personName, date, time, due }) => (
          <Line
            key={id}
            name={personName ?? formatDate(date)}
            below={personName === undefined ? formatTime(time) : `${formatDate(date)}, ${formatTime(time)}`}
            onOpen={() => openDetails(id)}
          >
            {formatRupees(due)}
          </Line>
        ))}
      </Lines>
    </>
  );
}

/** Links to a message with the amount due, if a telephone number is known. */
function SendBalance({ patient }: { patient: PatientDetails }) {
  const { tenant } = useSession();
  const { visit, visits } = useAppointmentWording();
  const today = useToday();
  const { data } = useQuery({ queryKey: ['upi'], queryFn: ({ signal }) => call(getUpi, { signal }) });
  const link = balanceLink({
    patient,
    today,
    business: tenant?.name ?? '',
    visits: patient.owing.length === 1 ? visit : visits,
    upiId: data?.upiId ?? null,
  });
  if (link === null) return null;
  return (
    <Button component="a" variant="default" href={link} target="_blank" rel="noopener noreferrer">
      Send balance by WhatsApp
    </Button>
  );
}
