import { Anchor, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { BusinessDetails, changeBusinessDetails } from '@samay/contract/tenancy/business-details';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { fieldErrors, focusFirstError } from '../../../ui/form/form-errors.ts';
import { businessDetailsQuery } from '../../../lib/business-details.ts';

/** Renders the business's address and numbers, for its owners to change. */
export function BusinessDetailsSection() {
  if (!useSession().permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Address and telephone"
      hint="They are printed on slips, receipts and invoices."
      query={businessDetailsQuery}
      failed="Failed to load the address"
    >
      {(details) => <DetailsForm key={JSON.stringify(details)} details={details} />}
    </LoadedSection>
  );
}

function DetailsForm({ details }: { details: BusinessDetails }) {
  const id = useId();
  const client = useQueryClient();
  const { tenant, businessType } = useSession();
  const form = useForm({
    initialValues: getValues(details),
    validate: (values) => fieldErrors(BusinessDetails.safeParse(getBody(values)).error),
    onSubmitPreventDefault: 'always',
  });
  const save = useMutation({
    mutationFn: (body: BusinessDetails) => call(changeBusinessDetails, { body }),
    onSuccess: (saved) => {
      client.setQueryData(businessDetailsQuery.queryKey, saved);
      // A paper may have been missing because of the address.
      void client.invalidateQueries({ queryKey: ['appointments', 'papers'] });
      toastDone('Address and telephone saved');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
  });
  const { mapLink } = details;

  return (
    <form
      id={id}
      noValidate
      aria-label="Address and telephone"
      onSubmit={form.onSubmit(
        (values) => {
          if (!save.isPending) save.mutate(getBody(values));
        },
        () => focusFirstError(id),
      )}
    >
      <Stack gap="md">
        <Textarea
          label="Address"
          rows={3}
          maxLength={300}
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <TextInput
          label="Telephone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          {...form.getInputProps('telephone')}
        />
        <TextInput
          label="Registration number"
          description={
            businessType === 'turf'
              ? 'The number under which the ground is registered with its authority.'
              : 'The number under which the clinic is registered with its authority.'
          }
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('registrationNumber')}
        />
        <TextInput
          label="Link to the map"
          placeholder="https://maps.app.goo.gl/…"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          {...form.getInputProps('mapLink')}
        />
        {mapLink !== null && (
          <Anchor href={mapLink} target="_blank" rel="noreferrer" size="sm">
            Open the map
          </Anchor>
        )}
        {save.isError && Object.keys(form.errors).length === 0 && (
          <FailureNotice text={errorText(save.error, 'Failed to save the address')} />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty() || save.isPending || tenant?.suspended === true}>
            {save.isPending ? 'Saving...' : 'Save address'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Values = Record<keyof BusinessDetails, string>;

function getValues({ address, telephone, registrationNumber, mapLink }: BusinessDetails): Values {
  return {
    address: address ?? '',
    telephone: telephone ?? '',
    registrationNumber: registrationNumber ?? '',
    mapLink: mapLink ?? '',
  };
}

function getBody({ address, telephone, registrationNumber, mapLink }: Values): BusinessDetails {
  return {
    address: address.trim() || null,
    telephone: telephone.trim() || null,
    registrationNumber: registrationNumber.trim() || null,
    mapLink: mapLink.trim() || null,
  };
}
