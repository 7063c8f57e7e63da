import { Button, Group, Stack } from '@mantine/core';
import { setBusinessHours, type WeeklyHours } from '@samay/contract/availability/hours';
import type { AffectedBooking } from '@samay/contract/core/alternatives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { UnsavedChanges } from '../../../ui/dialog/unsaved-changes.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { refreshAvailability } from '../api.ts';
import { type HoursErrors, hoursBody, hoursErrors, hoursValues, isSameHours } from '../hours-values.ts';
import { LeftOutsideDialog } from '../left-outside-dialog.tsx';
import { WeeklyHoursFields } from '../weekly-hours-fields.tsx';
import { notSaved } from '../wording.ts';

/**
 * Renders the business's weekly hours. The typed values are kept until they are saved, even if the
 * query is refetched.
 */
export function BusinessHoursForm({ hours }: { hours: readonly WeeklyHours[] }) {
  const id = useId();
  const client = useQueryClient();
  const { tenant } = useSession();
  const [before, setBefore] = useState(hours);
  const [values, setValues] = useState(() => hoursValues(hours));
  const [errors, setErrors] = useState<HoursErrors>({});
  const [outside, setOutside] = useState<readonly AffectedBooking[]>([]);
  const isDirty = !isSameHours(hoursBody(values), before);
  const save = useMutation({
    mutationFn: () => call(setBusinessHours, { body: { hours: hoursBody(values) } }),
    onSuccess: async (saved) => {
      setBefore(saved.hours);
      await refreshAvailability(client, tenant?.id ?? '');
      toastDone('Opening hours saved');
      setOutside(saved.affected);
    },
  });
  // Shows hours changed elsewhere unless there is typed input here.
  if (!isDirty && !isSameHours(hours, before) && !save.isPending && !save.isSuccess) {
    setBefore(hours);
    setValues(hoursValues(hours));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = hoursErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (isDirty && !save.isPending) save.mutate();
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="Weekly hours">
      <Stack gap="md">
        <WeeklyHoursFields
          values={values}
          errors={errors}
          onChange={(changed) => {
            setErrors({});
            setValues([...changed]);
          }}
        />
        {save.isError && <FailureNotice text={errorText(save.error, notSaved)} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isDirty || save.isPending || tenant?.suspended === true}>
            {save.isPending ? 'Saving...' : 'Save hours'}
          </Button>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={isDirty} />
      {outside.length > 0 && <LeftOutsideDialog bookings={outside} onClose={() => setOutside([])} />}
    </form>
  );
}
