import { Button, Stack, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import { changeTenantLimit, type TenantView } from '@samay/contract/platform/tenants';
import { mostBookings, OwnLimit } from '@samay/contract/tenancy/plans';
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
import { WholeInput } from '../../../ui/form/whole-input.tsx';
import { refreshPlatform } from '../api.ts';

interface LimitDialogProps {
  view: Pick<TenantView, 'tenant' | 'usage' | 'ownLimit'>;
  onClose: () => void;
}

type Errors = Readonly<Record<string, string>>;

/** Raises the limit of one business above its plan's until a day, or takes that back. */
export function LimitDialog({ view: { tenant, usage, ownLimit }, onClose }: LimitDialogProps) {
  const client = useQueryClient();
  const today = useToday();
  const id = useId();
  const [limit, setLimit] = useState(ownLimit ? formatCount(ownLimit.limit) : '');
  const [until, setUntil] = useState<string>(ownLimit?.until ?? '');
  const [errors, setErrors] = useState<Errors>({});
  const save = useMutation({
    mutationFn: (own: OwnLimit | null) =>
      call(changeTenantLimit, { params: { id: tenant.id }, body: { ownLimit: own } }),
    onSuccess: (_, own) => {
      toastDone(
        own
          ? `${tenant.name} has ${formatCount(own.limit)} bookings a month until ${formatDate(own.until)}`
          : `${tenant.name} has its plan’s limit again`,
      );
      onClose();
    },
    onError: (error) => showErrors((error instanceof ApiError && error.fields) || {}),
    onSettled: () => void refreshPlatform(client),
  });
  const title = `Raise the limit of ${tenant.name}`;

  function showErrors(wrong: Errors): void {
    setErrors(wrong);
    focusFirstError(id);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const own = OwnLimit.safeParse({ limit: parseWhole(limit), until });
    showErrors(own.success ? {} : getErrors(own.error.issues.map(({ path }) => path[0])));
    if (own.success && !save.isPending) save.mutate(own.data);
  }

  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      <form id={id} onSubmit={handleSubmit} noValidate aria-label={title}>
        <Stack gap="md">
          <Text size="sm">
            {formatCount(usage.used)} of {formatCount(usage.limit)} bookings of this cycle are used.
            {ownLimit &&
              ` Its own limit is ${formatCount(ownLimit.limit)} until ${formatDate(ownLimit.until)}.`}
          </Text>
          <WholeInput
            label="Bookings a month"
            required
            data-autofocus
            value={limit}
            error={errors['ownLimit.limit']}
            onChange={(event) => setLimit(event.currentTarget.value)}
          />
          <DayInput
            label="Until"
            earliest={today}
            value={until}
            error={errors['ownLimit.until']}
            onChange={setUntil}
          />
          <Text size="sm" c="dimmed">
            It counts in each monthly cycle that begins by this day, also on another plan. Nothing is charged.
            Its owners read this in their audit log.
          </Text>
          {save.isError && Object.keys(errors).length === 0 && (
            <FailureNotice text={errorText(save.error, 'Failed to save the limit')} />
          )}
          {ownLimit && (
            <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
              Back to the plan’s limit
            </Button>
          )}
          <FormButtons submit="Raise limit" waiting="Saving..." busy={save.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function getErrors(fields: readonly unknown[]): Errors {
  return {
    ...(fields.includes('limit') && {
      'ownLimit.limit': `Please enter a whole number from 1 to ${formatCount(mostBookings)}`,
    }),
    ...(fields.includes('until') && { 'ownLimit.until': 'Please enter a date' }),
  };
}
