import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addService, changeService, type Service } from '@samay/contract/availability/services';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { WholeInput } from '../../../ui/form/whole-input.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { type Bookable, refreshAvailability } from '../api.ts';
import { notSaved, useAvailabilityWording } from '../wording.ts';
import { PriceRulesFields } from './price-rules-fields.tsx';
import { ResourcesField } from './resources-field.tsx';
import classes from './service-dialog.module.css';
import {
  serviceBody,
  serviceErrors,
  serviceValues,
  type ServiceValues,
  startsHint,
} from './service-values.ts';

const pricedChoices = [
  { value: 'visit', label: 'The whole time, however long' },
  { value: 'hour', label: 'Each hour' },
];

interface ServiceDialogProps {
  /** The service to edit; undefined for a new one. */
  service?: Service | undefined;
  /** The resources that take bookings: doctors, or courts and their parts. */
  resources: readonly Bookable[];
  onClose: () => void;
}

/** Edits a service: its name, duration, price and resources. */
export function ServiceDialog({ service, resources, onClose }: ServiceDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const words = useAvailabilityWording();
  const isTurf = useSession().businessType === 'turf';
  const all = resources.map((resource) => resource.id);
  const form = useForm<ServiceValues>({
    initialValues: serviceValues(service, all, isTurf ? 'hour' : 'visit'),
    validate: (values) => serviceErrors(values, all),
    onSubmitPreventDefault: 'always',
  });
  const save = useMutation({
    mutationFn: (values: ServiceValues) => {
      const body = serviceBody(values, all);
      return service ? call(changeService, { params: { id: service.id }, body }) : call(addService, { body });
    },
    onSuccess: async ({ id: saved, name }) => {
      await refreshAvailability(client, saved);
      toastDone(`${name} is saved`);
      onClose();
    },
  });
  const title = service ? `Edit ${service.name}` : 'Add service';

  return (
    <FormDialog title={title} isDirty={form.isDirty()} onClose={onClose} size="lg">
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
            <TextInput
              label="Name"
              required
              maxLength={120}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <div className={classes.pair}>
              <WholeInput label="Duration" unit="minutes" required {...form.getInputProps('duration')} />
              <AmountInput label="Price" placeholder="No price" {...form.getInputProps('price')} />
            </div>
            <ChoiceSelect label="Prices are for" data={pricedChoices} {...form.getInputProps('pricedPer')} />
            <div className={classes.pair}>
              <WholeInput label="Gap before" unit="minutes" {...form.getInputProps('bufferBefore')} />
              <WholeInput label="Gap after" unit="minutes" {...form.getInputProps('bufferAfter')} />
            </div>
            <WholeInput
              label="A new start every"
              unit="minutes"
              description={startsHint(form.values, words)}
              {...form.getInputProps('grid')}
            />
            <WholeInput
              label={words.freeWithin}
              unit="days"
              description={words.freeHint}
              {...form.getInputProps('freeWithinDays')}
            />
            {resources.length > 1 && (
              <ResourcesField resources={resources} {...form.getInputProps('resourceIds')} />
            )}
            <PriceRulesFields form={form} resources={resources} />
            {save.isError && <FailureNotice text={errorText(save.error, notSaved)} />}
            <FormButtons submit="Save" waiting="Saving..." busy={save.isPending} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
