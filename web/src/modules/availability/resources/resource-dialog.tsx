import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addResource, changeResource, type Resource } from '@samay/contract/availability/resources';
import { listStaff } from '@samay/contract/tenancy/staff';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { inDialog } from '../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { refreshAvailability } from '../api.ts';
import { notSaved, useAvailabilityWording } from '../wording.ts';
import { ColourField } from './colour-field.tsx';
import { PartsFields } from './parts-fields.tsx';
import {
  type Colour,
  resourceBody,
  resourceErrors,
  resourceValues,
  type ResourceValues,
} from './resource-values.ts';

/** The people who can sign in as a doctor: the first hundred of the business. */
const membersQuery = queryOptions({
  queryKey: ['staff', 'members'],
  queryFn: async ({ signal }) => {
    const { items } = await call(listStaff, { query: { limit: 100 }, signal });
    return items.filter(({ status, role }) => status === 'active' && role !== 'EMPLOYEE');
  },
});

interface ResourceDialogProps {
  /** The doctor or court to edit; undefined for a new one. */
  resource?: Resource | undefined;
  /** The colour of a new doctor or court. */
  colour: Colour;
  onClose: () => void;
}

/** Edits a doctor, with the member who signs in as them, or a court, with its parts. */
export function ResourceDialog({ resource, colour, onClose }: ResourceDialogProps) {
  const id = useId();
  const isTurf = useSession().businessType === 'turf';
  const { addResource: add } = useAvailabilityWording();
  const form = useForm<ResourceValues>({
    initialValues: resourceValues(resource, colour),
    validate: resourceErrors,
  });
  const save = useSaveResource(resource, onClose);
  const title = resource ? `Edit ${resource.name}` : add;

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
            <TextInput
              label="Name"
              required
              maxLength={120}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            {!isTurf && <MemberSelect {...form.getInputProps('memberId')} />}
            <ColourField
              value={form.values.colour}
              onChange={(chosen) => form.setFieldValue('colour', chosen)}
            />
            {isTurf && !resource && <PartsFields form={form} />}
            {save.isError && <FailureNotice text={errorText(save.error, notSaved)} />}
            <FormButtons submit="Save" waiting="Saving..." busy={save.isPending} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

function useSaveResource(resource: Resource | undefined, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: ResourceValues) => {
      const { parts, ...body } = resourceBody(values);
      if (!resource) return call(addResource, { body: { ...body, parts } });
      return call(changeResource, { params: { id: resource.id }, body });
    },
    onSuccess: async ({ id, name }) => {
      await refreshAvailability(client, id);
      toastDone(`${name} is saved`);
      onDone();
    },
  });
}

interface MemberSelectProps {
  value?: string;
  onChange?: (id: string) => void;
}

/** Selects the member of the staff who signs in as this doctor. */
function MemberSelect({ value = '', onChange }: MemberSelectProps) {
  const { data = [] } = useQuery(membersQuery);
  return (
    <Select
      label="Signs in as"
      description="This person may change the doctor's own hours and closures."
      allowDeselect={false}
      data={[
        { value: '', label: 'Nobody' },
        ...data.map(({ id, name, email }) => ({ value: id, label: name ?? email })),
      ]}
      value={value}
      onChange={(id) => onChange?.(id ?? '')}
      comboboxProps={inDialog}
    />
  );
}
