import { Button, Group, Text } from '@mantine/core';
import type { PatientDetails } from '@samay/contract/people/patients';
import { formatCount, formatRupees } from '@samay/contract/core/money';
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
import { dueOf } from './owing.ts';

const TakeAllDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./take-all-dialog.tsx'))).TakeAllDialog,
}));

/**
 * Lists the dues of a person, oldest first, takes them with one press, or requests them by a
 * message.
 */
export function OwingSection({ patient }: { patient: PatientDetails }) {
  const { owing } = patient;
  const { permissions, tenant } = useSession();
  const { openDetails } = useActions();
  const [isTaking, setTaking] = useState(false);
  const mayTake = permissions.includes('appointments.write') && tenant?.suspended !== true;
  const dueText = useDueText(patient);
  const close = () => setTaking(false);
  return (
    <LinesCard title="Due">
      <Text size="sm">{dueText}</Text>
      <Lines>
        {owing.map(({ id, date, time, due }) => (
          <Line key={id} name={formatDate(date)} below={formatTime(time)} onOpen={() => openDetails(id)}>
            {formatRupees(due)}
          </Line>
        ))}
      </Lines>
      <Group gap="sm" mt="sm">
        {mayTake && <Button onClick={() => setTaking(true)}>Take all</Button>}
        {permissions.includes('appointments.write') && <SendBalance patient={patient} />}
      </Group>
      <PartBoundary onGiveUp={close}>
        {isTaking && <TakeAllDialog patient={patient} onClose={close} />}
      </PartBoundary>
    </LinesCard>
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

/** Formats the amount due and the number of visits: `₹1,200 for 2 visits`. */
function useDueText({ owing }: PatientDetails): string {
  const { visit, visits } = useAppointmentWording();
  return (
    `${formatRupees(dueOf(owing))} for ${formatCount(owing.length)} ` + (owing.length === 1 ? visit : visits)
  );
}
