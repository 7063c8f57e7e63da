import { Stack, Text } from '@mantine/core';
import { formatDate, LocalDate } from '@samay/contract/core/time';
import { extendFirstDays, type TenantView } from '@samay/contract/platform/tenants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { refreshPlatform } from '../api.ts';

interface FirstDaysDialogProps {
  view: Pick<TenantView, 'tenant' | 'firstDaysUntil'>;
  onClose: () => void;
}

/** Extends the first days of a business, in which it has the limit of the Enterprise plan. */
export function FirstDaysDialog({ view: { tenant, firstDaysUntil }, onClose }: FirstDaysDialogProps) {
  const client = useQueryClient();
  const today = useToday();
  const id = useId();
  const [until, setUntil] = useState<string>(firstDaysUntil ?? '');
  const [wrong, setWrong] = useState<string>();
  const save = useMutation({
    mutationFn: (day: LocalDate) =>
      call(extendFirstDays, { params: { id: tenant.id }, body: { until: day } }),
    onSuccess: (_, day) => {
      toastDone(`${tenant.name} has its first days until ${formatDate(day)}`);
      onClose();
    },
    onError: (error) => showWrong(error instanceof ApiError ? error.fields?.['until'] : undefined),
    onSettled: () => void refreshPlatform(client),
  });
  const title = `Extend the first days of ${tenant.name}`;

  function showWrong(text: string | undefined): void {
    setWrong(text);
    focusFirstError(id);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const day = LocalDate.safeParse(until);
    showWrong(day.success ? undefined : 'Please enter a date');
    if (day.success && !save.isPending) save.mutate(day.data);
  }

  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      <form id={id} onSubmit={handleSubmit} noValidate aria-label={title}>
        <Stack gap="md">
          <DayInput label="Until" earliest={today} value={until} error={wrong} onChange={setUntil} />
          <Text size="sm" c="dimmed">
            Until this day it has the limit of Enterprise, and what it books takes no place of its plan
            afterwards. Nothing is charged. Its owners read this in their audit log.
          </Text>
          {save.isError && wrong === undefined && (
            <FailureNotice text={errorText(save.error, 'Failed to extend the first days')} />
          )}
          <FormButtons submit="Extend" waiting="Saving..." busy={save.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
