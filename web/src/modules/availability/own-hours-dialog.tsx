import { Button, Stack, Text } from '@mantine/core';
import { setResourceHours } from '@samay/contract/availability/hours';
import type { Resource } from '@samay/contract/availability/resources';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorText } from '../../lib/api/api.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../ui/feedback/toast.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../ui/form/form-errors.ts';
import { useToday } from '../../lib/browser/use-today.ts';
import { hoursQuery, refreshAvailability } from './api.ts';
import {
  type HoursErrors,
  defaultHours,
  hoursBody,
  hoursErrors,
  hoursTexts,
  hoursValues,
  isSameHours,
} from './hours-values.ts';
import { LeftOutsideDialog } from './left-outside-dialog.tsx';
import { WeeklyHoursFields } from './weekly-hours-fields.tsx';
import { notSaved } from './wording.ts';

interface OwnHoursDialogProps {
  resource: Pick<Resource, 'id' | 'name' | 'hours'>;
  onClose: () => void;
}

/** Edits the weekly hours of one doctor or court. Without any, those of the business apply. */
export function OwnHoursDialog({ resource, onClose }: OwnHoursDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const today = useToday();
  const business = useQuery(hoursQuery(today, today)).data?.business ?? [];
  const [values, setValues] = useState(() => hoursValues(resource.hours));
  const [errors, setErrors] = useState<HoursErrors>({});
  const save = useMutation({
    mutationFn: () =>
      call(setResourceHours, { params: { id: resource.id }, body: { hours: hoursBody(values) } }),
    onSuccess: async ({ affected }) => {
      await refreshAvailability(client, resource.id);
      toastDone(`Hours of ${resource.name} saved`);
      if (affected.length === 0) onClose();
    },
  });
  if (save.data && save.data.affected.length > 0)
    return <LeftOutsideDialog bookings={save.data.affected} onClose={onClose} />;
  const isDirty = !isSameHours(hoursBody(values), resource.hours);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = hoursErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (!save.isPending) save.mutate();
  }

  const ofBusiness = business.length > 0 ? ` (${hoursTexts(business).join('; ')})` : '';
  return (
    <FormDialog title={`Own hours of ${resource.name}`} isDirty={isDirty} onClose={onClose} size="lg">
      {(askToClose) => (
        <form id={id} noValidate onSubmit={handleSubmit} aria-label={`Own hours of ${resource.name}`}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {values.length === 0
                ? `No own hours: the hours of the business apply${ofBusiness}.`
                : 'These hours apply instead of those of the business, on every day of the week.'}
            </Text>
            {values.length === 0 ? (
              <div>
                <Button
                  variant="default"
                  data-autofocus
                  onClick={() => setValues(hoursValues(business.length > 0 ? business : defaultHours))}
                >
                  Set own hours
                </Button>
              </div>
            ) : (
              <WeeklyHoursFields
                values={values}
                errors={errors}
                onChange={(changed) => {
                  setErrors({});
                  setValues([...changed]);
                }}
              />
            )}
            {save.isError && <FailureNotice text={errorText(save.error, notSaved)} />}
            <FormButtons submit="Save hours" waiting="Saving..." busy={save.isPending} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
