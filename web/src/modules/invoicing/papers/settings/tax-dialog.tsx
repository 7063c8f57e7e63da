import { Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ServiceTax, setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { formatDate } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { DayInput } from '../../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { refreshPapers } from '../api.ts';
import { paperSettingsQuery } from './api.ts';
import { TaxFields } from './tax-fields.tsx';
import { taxBody, taxErrors, taxValues, type TaxValues } from './tax-values.ts';

interface TaxDialogProps {
  service: ServiceTax;
  onClose: () => void;
}

/** Asks how a service is taxed from a day on. */
export function TaxDialog({ service: { serviceId, serviceName, ...tax }, onClose }: TaxDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const form = useForm<TaxValues>({
    initialValues: taxValues({ serviceId, serviceName, ...tax }),
    validate: taxErrors,
    onSubmitPreventDefault: 'always',
  });
  const save = useMutation({
    mutationFn: (values: TaxValues) =>
      call(setServiceTax, { params: { id: serviceId }, body: taxBody(values) }),
    onSuccess: (saved, { from }) => {
      client.setQueryData(paperSettingsQuery.queryKey, saved);
      void refreshPapers(client);
      toastDone(`Tax of ${serviceName} saved, from ${formatDate(from)}`);
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
  });
  const title = `Tax of ${serviceName}`;
  const { treatment } = form.values;
  return (
    <FormDialog title={title} isDirty={form.isDirty()} onClose={onClose}>
      {(askToClose) => (
        <form
          id={id}
          noValidate
          aria-label={title}
          onSubmit={form.onSubmit(
            (values) => {
              if (!save.isPending) save.mutate(values);
            },
            () => focusFirstError(id),
          )}
        >
          <Stack gap="md">
            <Radio.Group label="This service is" required {...form.getInputProps('treatment')}>
              <Stack gap="xs" mt={4}>
                <Radio value="exempt" label="Exempt" aria-invalid={form.errors['treatment'] !== undefined} />
                <Radio value="taxable" label="Taxable" />
              </Stack>
            </Radio.Group>
            {treatment !== '' && (
              <TaxFields
                isTaxable={treatment === 'taxable'}
                sac={form.getInputProps('sac')}
                rate={form.getInputProps('rate')}
              />
            )}
            <DayInput
              label="From this day"
              value={form.values.from}
              error={form.errors['from']}
              onChange={(day) => form.setFieldValue('from', day)}
            />
            {save.isError && Object.keys(form.errors).length === 0 && (
              <FailureNotice text={errorText(save.error, 'Failed to save the tax')} />
            )}
            <FormButtons submit="Save" waiting="Saving..." busy={save.isPending} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
