import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Alternatives, Slot } from '@samay/contract/core/alternatives';
import { formatTime } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { resourceList } from '../../lib/availability.ts';
import type { ApiError } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { resourceChoices } from './resource-choices.ts';
import { timeText } from '../../lib/days.ts';
import { alternativesIn } from './refusal.ts';
import classes from './taken-notice.module.css';
import { useAppointmentWording } from './wording.ts';

interface TakenNoticeProps {
  /** The verb of a button: `Book 3:00 pm`, `Move to 3:00 pm`. */
  verb: 'Book' | 'Move to' | 'Schedule for';
  /** The server's sentence. */
  text: string;
  refused: { readonly date: string; readonly resourceId?: string | null | undefined };
  alternatives: Alternatives;
  busy: boolean;
  onPick: (slot: Slot) => void;
  onOverbook: (reason: string) => void;
}

/**
 * Offers the free alternatives to a taken time, each by one press, and *Book anyway* with its
 * reason for users who may.
 */
export function TakenNotice({
  verb,
  text,
  refused,
  alternatives: { next, elsewhere },
  busy,
  onPick,
  onOverbook,
}: TakenNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const nameOf = useResourceName();
  const mayOverbook = useSession().permissions.includes('appointments.overbook');
  // Moves the keyboard focus here: the next stop is the first alternative.
  useEffect(() => notice.current?.focus(), []);

  function nameOfStart({ resourceId, date, time }: Slot): string {
    const other = resourceId === refused.resourceId ? undefined : nameOf(resourceId);
    const start = date === refused.date ? formatTime(time) : timeText({ date, time });
    return `${verb} ${start}${other === undefined ? '' : ` ${other}`}`;
  }

  return (
    <Alert ref={notice} tabIndex={-1} color="yellow" variant="light" role="alert">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {text}
        </Text>
        <Group gap="xs">
          {[...next, ...elsewhere].map((slot) => (
            <Button
              key={`${slot.resourceId} ${slot.date} ${slot.time}`}
              variant="default"
              h="auto"
              mih={{ base: 44, sm: 36 }}
              maw="100%"
              py={6}
              classNames={{ label: classes.label ?? '' }}
              disabled={busy}
              onClick={() => onPick(slot)}
            >
              {nameOfStart(slot)}
            </Button>
          ))}
        </Group>
        {mayOverbook && <Overbooking busy={busy} onOverbook={onOverbook} />}
      </Stack>
    </Alert>
  );
}

function Overbooking({ busy, onOverbook }: Pick<TakenNoticeProps, 'busy' | 'onOverbook'>) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  function book(): void {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '' && !busy) onOverbook(reason.trim());
  }

  if (!isAsking) {
    return (
      <Group>
        <Button variant="subtle" disabled={busy} onClick={() => setAsking(true)}>
          Book anyway
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Reason"
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        flex={1}
        miw={200}
        value={reason}
        error={isMissing && 'Please enter a reason'}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Keeps the form around it from being submitted, which would be refused again.
          event.preventDefault();
          book();
        }}
      />
      <Button variant="default" disabled={busy} onClick={book}>
        Book anyway
      </Button>
    </Group>
  );
}

/**
 * Returns a function that names a doctor or court if there are several: `with Dr. Rao`, `on Half
 * B`.
 */
function useResourceName(): (id: string) => string | undefined {
  const { businessType } = useAppointmentWording();
  const names = resourceChoices(useQuery(resourceList()).data?.items ?? []);
  return (id) => {
    const name = names.length > 1 ? names.find((choice) => choice.id === id)?.name : undefined;
    return name && `${businessType === 'turf' ? 'on' : 'with'} ${name}`;
  };
}

interface RefusedMove {
  readonly booking: { readonly personName: string; readonly date: string; readonly time: string };
  readonly to: { readonly date: string; readonly resourceId?: string | null };
  readonly error: ApiError;
}

interface MoveRefusedDialogProps {
  refused: RefusedMove;
  busy: boolean;
  onMove: (to: Slot | { overbookedReason: string }) => void;
  onClose: () => void;
}

/** Offers the free alternatives to a move whose time is taken, each by one press. */
export function MoveRefusedDialog({
  refused: { booking, to, error },
  busy,
  onMove,
  onClose,
}: MoveRefusedDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={`Move · ${booking.personName}`} size="md">
      <Stack gap="sm">
        <Text size="sm">
          Still booked for <strong>{timeText(booking)}</strong>
        </Text>
        <TakenNotice
          verb="Move to"
          text={error.message}
          refused={to}
          alternatives={alternativesIn(error) ?? { next: [], elsewhere: [] }}
          busy={busy}
          onPick={onMove}
          onOverbook={(overbookedReason) => onMove({ overbookedReason })}
        />
      </Stack>
    </Dialog>
  );
}
