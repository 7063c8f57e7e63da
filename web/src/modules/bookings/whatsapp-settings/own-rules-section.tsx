import { Stack } from '@mantine/core';
import { getOwnRules, type OwnRules, setOwnRules } from '@samay/contract/bookings/own-booking';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { useAppointmentWording } from '../wording.ts';

const ownRulesQuery = queryOptions({
  queryKey: ['bookings', 'own-rules'],
  queryFn: ({ signal }) => call(getOwnRules, { signal }),
});

/** Renders the rules for what people change of their own booking by its link, for owners to change. */
export function OwnRulesSection() {
  const { booking } = useAppointmentWording();
  return (
    <LoadedSection
      title="What people change themselves"
      hint={
        `Messages have a link to the ${booking}: there people see it, say that they come, move it to a free time and ` +
        'cancel it, without signing in. What was paid stays, and you decide about it.'
      }
      query={ownRulesQuery}
      failed="Failed to load these rules"
    >
      {(rules) => <RulesForm rules={rules} />}
    </LoadedSection>
  );
}

function RulesForm({ rules }: { rules: OwnRules }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const { booking } = useAppointmentWording();
  const change = useMutation({
    mutationFn: (to: OwnRules) => call(setOwnRules, { body: to }),
    onSuccess: (saved) => {
      client.setQueryData(ownRulesQuery.queryKey, saved);
      toastDone('Rules saved');
    },
  });
  const shown = change.isPending ? change.variables : rules;
  const set = (to: Partial<OwnRules>) => !change.isPending && change.mutate({ ...rules, ...to });
  const disabled = tenant?.suspended === true;
  return (
    <Stack gap="sm">
      <ChoiceSelect
        label={`Move and cancel until this long before the ${booking}`}
        data={choicesWith(shown.cutoff)}
        value={String(shown.cutoff)}
        disabled={disabled}
        onChange={(minutes) => set({ cutoff: Number(minutes) })}
      />
      <ChoiceSelect
        label="Move to times from this long ahead"
        data={choicesWith(shown.notice)}
        value={String(shown.notice)}
        disabled={disabled}
        onChange={(minutes) => set({ notice: Number(minutes) })}
      />
      {change.isError && (
        <FailureNotice text={errorText(change.error, 'Your changes could not be saved. Please try again.')} />
      )}
    </Stack>
  );
}

/** The minutes that are offered. */
const offered = [0, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320];

/** Returns the choices, with the present one where it is none of them. */
function choicesWith(present: number) {
  const all = [...new Set([...offered, present])].toSorted((one, other) => one - other);
  return all.map((minutes) => ({ value: String(minutes), label: inWords(minutes) }));
}

function inWords(minutes: number): string {
  if (minutes === 0) return 'No time at all';
  if (minutes < 60) return `${minutes} minutes`;
  const hours = minutes / 60;
  if (hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
