import { Alert, Button, Group, List, NumberInput, Stack, Switch, Text } from '@mantine/core';
import {
  confirmTimesApart,
  setOverbooking,
  type TimesProposal,
} from '@samay/contract/availability/times-apart';
import { Duration } from '@samay/contract/availability/services';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { refreshAvailability, timesQuery } from '../api.ts';
import { hoursTexts } from '../hours-values.ts';
import { countOf, notSaved, useAvailabilityWording } from '../wording.ts';

/**
 * Whether a taken time is refused. Until it is confirmed here, the page shows what follows from the
 * business's own bookings.
 */
export function TimesScreen() {
  const { booking, bookings, mayAlwaysOverbook } = useAvailabilityWording();
  return (
    <Stack gap="md" maw={760}>
      <ScreenHead title="Double bookings" hint={`Samay keeps ${bookings} apart: no time is given twice.`} />
      <LoadedSection title="Taken times" query={timesQuery} failed="Failed to load this setting">
        {(proposal) => (proposal.isConfirmed ? <Confirmed /> : <ConfirmForm proposal={proposal} />)}
      </LoadedSection>
      <LoadedSection
        title="Exceptions"
        hint={`With a reason, which the audit log shows beside the ${booking}. ${mayAlwaysOverbook} always may.`}
        query={timesQuery}
        failed="Failed to load this setting"
      >
        {(proposal) => <OverbookingSwitch proposal={proposal} />}
      </LoadedSection>
    </Stack>
  );
}

function Confirmed() {
  const { booking } = useAvailabilityWording();
  return (
    <Alert color="green" variant="light" role="status">
      Taken times are refused. The form offers the next free ones, and an exception needs a reason:{' '}
      <em>Book anyway</em> makes the {booking} over another one.
    </Alert>
  );
}

/** What would apply from now on, with the one value that is asked: how long a booking lasts. */
function ConfirmForm({ proposal }: { proposal: TimesProposal }) {
  const words = useAvailabilityWording();
  const client = useQueryClient();
  const { recheck } = useAuth();
  const { tenant } = useSession();
  const [minutes, setMinutes] = useState<number | string>(proposal.service.proposed);
  const [error, setError] = useState<string>();
  const confirm = useMutation({
    mutationFn: (duration: number) => call(confirmTimesApart, { body: { duration } }),
    onSuccess: async (confirmed) => {
      client.setQueryData(timesQuery.queryKey, confirmed);
      toastDone('Taken times are now refused');
      await Promise.all([refreshAvailability(client, tenant?.id ?? ''), recheck()]);
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const duration = Duration.safeParse(minutes === '' ? Number.NaN : Number(minutes));
    setError(duration.error?.issues[0]?.message);
    if (duration.success && !confirm.isPending) confirm.mutate(duration.data);
  }

  const { service, resources, hours, overlapping } = proposal;
  return (
    <form noValidate onSubmit={handleSubmit} aria-label="Taken times">
      <Stack gap="md">
        <Text size="sm">
          A taken time still causes only a warning. This is what your {words.bookings} show; please check it
          and confirm.
        </Text>
        <NumberInput
          label={`How long a ${service.name} lasts`}
          description={`Your ${words.bookings} are usually ${service.proposed} minutes apart.`}
          suffix=" minutes"
          required
          step={5}
          min={0}
          max={720}
          clampBehavior="none"
          allowDecimal={false}
          value={minutes}
          error={error}
          onChange={setMinutes}
        />
        <div>
          <Text size="sm" fw={600}>
            {words.Resources}
          </Text>
          <List size="sm">
            {resources.map(({ id, name, bookings }) => (
              <List.Item key={id}>
                {name}: {countOf(bookings, words.booking, words.bookings)}
              </List.Item>
            ))}
          </List>
        </div>
        <div>
          <Text size="sm" fw={600}>
            Hours
          </Text>
          <List size="sm">
            {hoursTexts(hours).map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
          {hours.length === 0 && <Text size="sm">None yet</Text>}
        </div>
        <Text size="sm">
          {overlapping === 0
            ? `No future ${words.bookings} overlap.`
            : `${countOf(overlapping, `future ${words.booking} overlaps`, `future ${words.bookings} overlap`)} another. Nothing is moved: they stay, marked as overbooked.`}
        </Text>
        {confirm.isError && <FailureNotice text={errorText(confirm.error, notSaved)} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={confirm.isPending || tenant?.suspended === true}>
            {confirm.isPending ? 'Saving...' : 'Refuse taken times'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The switch shows the new value at once and the server's again after an error. */
function OverbookingSwitch({ proposal: { employeesMayOverbook } }: { proposal: TimesProposal }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const { booking } = useAvailabilityWording();
  const change = useMutation({
    mutationFn: (employees: boolean) => call(setOverbooking, { body: { employees } }),
    onSuccess: (saved) => {
      client.setQueryData(timesQuery.queryKey, saved);
      toastDone(
        saved.employeesMayOverbook
          ? `Employees may book over another ${booking}`
          : `Employees may no longer book over another ${booking}`,
      );
    },
  });
  return (
    <>
      <Switch
        label={`Employees may book over another ${booking}`}
        checked={change.isPending ? change.variables : employeesMayOverbook}
        disabled={tenant?.suspended === true}
        onChange={({ currentTarget: { checked } }) => {
          if (!change.isPending) change.mutate(checked);
        }}
      />
      {change.isError && <FailureNotice text={errorText(change.error, notSaved)} />}
    </>
  );
}
