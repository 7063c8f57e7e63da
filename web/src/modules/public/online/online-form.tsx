import { Button, Checkbox, Group, Radio, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import { wording } from '@samay/contract/core/wording';
import {
  type OnlineBooking,
  OnlineChoices,
  type RefundRule,
  setOnlineBooking,
} from '@samay/contract/public/online-booking';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { resourceList, serviceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { fieldErrors, focusFirstError } from '../../../ui/form/form-errors.ts';
import { WholeInput } from '../../../ui/form/whole-input.tsx';
import { onlineBookingQuery } from './api.ts';
import { PaymentFields } from './payment-fields.tsx';
import { depositErrors, type PaymentsValues, paymentsBody, paymentsValues } from './payment-values.ts';

/** Says how codes reach visitors. */
const codesText = {
  whatsapp:
    'Codes go by WhatsApp, and each is one of the messages of your plan. It counts in your plan immediately.',
  sms: 'Codes go by SMS of your own account, because WhatsApp is off or takes nothing at the moment. It counts in your plan immediately.',
  mail: 'Codes go by email, because WhatsApp is off or takes nothing at the moment, and SMS is off, stopped or has no text for codes: the page asks for an address too. It counts in your plan immediately.',
  none: 'No code can be sent at the moment, because neither WhatsApp nor email is set up: until then visitors send requests.',
} as const;

/** Renders the choices for the public page; nothing of it changes before they are saved. */
export function OnlineForm({ online }: { online: OnlineBooking }) {
  const id = useId();
  const client = useQueryClient();
  const { tenant, businessType } = useSession();
  const { resources: resourceWord } = wording[businessType ?? 'doctor'];
  const services = useQuery(serviceList()).data?.items ?? [];
  const resources = useQuery(resourceList()).data?.items ?? [];
  const form = useForm({
    initialValues: getValues(online),
    validate: (values) => {
      // The errors of deposits stand at their own fields.
      const { payments: _, ...errors } = fieldErrors(OnlineChoices.safeParse(getBody(values)).error);
      return { ...errors, ...depositErrors(values.payments) };
    },
    onSubmitPreventDefault: 'always',
  });
  const save = useMutation({
    mutationFn: (body: OnlineChoices) => call(setOnlineBooking, { body }),
    onSuccess: (saved) => {
      client.setQueryData(onlineBookingQuery.queryKey, saved);
      toastDone(saved.isOn ? 'Saved. The page is on' : 'Saved. The page is off');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
  });
  return (
    <form
      id={id}
      noValidate
      aria-label="Public page"
      onSubmit={form.onSubmit(
        (values) => {
          if (!save.isPending) save.mutate(getBody(values));
        },
        () => focusFirstError(id),
      )}
    >
      <Stack gap="md">
        <Switch label="The page is on" {...form.getInputProps('isOn', { type: 'checkbox' })} />
        <TextInput
          label="Address"
          description="The last part of the page's address. A former one leads to the new one."
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          leftSection="/b/"
          {...form.getInputProps('slug')}
        />
        <Radio.Group label="Visitors" {...form.getInputProps('mode')}>
          <Stack gap="xs" mt={6}>
            <Radio value="request" label="Send a request, which you confirm" />
            <Radio
              value="booking"
              label="Book immediately, with a code"
              description={codesText[online.codes ?? 'none']}
            />
          </Stack>
        </Radio.Group>
        <Switch
          label="Search engines may list it"
          {...form.getInputProps('isPublished', { type: 'checkbox' })}
        />
        <Switch label="Show prices" {...form.getInputProps('showsPrices', { type: 'checkbox' })} />
        <Textarea
          label="Your own words above the times"
          rows={3}
          maxLength={500}
          {...form.getInputProps('intro')}
        />
        <WholeInput
          label="Days ahead"
          description="How long before it the first time is offered is set under People and messages."
          {...form.getInputProps('horizon')}
        />
        <WholeInput label="Open for one number" {...form.getInputProps('openPerNumber')} />
        <Offered
          title="Services on the page"
          items={services.filter(({ archivedAt }) => archivedAt === null)}
          hidden={form.values.hiddenServices}
          onChange={(hidden) => form.setFieldValue('hiddenServices', hidden)}
        />
        <Offered
          title={`${resourceWord.charAt(0).toUpperCase()}${resourceWord.slice(1)} on the page`}
          items={resources.filter(({ archivedAt }) => archivedAt === null)}
          hidden={form.values.hiddenResources}
          onChange={(hidden) => form.setFieldValue('hiddenResources', hidden)}
        />
        <PaymentFields
          form={form}
          payments={form.values.payments}
          refundRule={form.values.refundRule}
          services={services.filter(({ archivedAt }) => archivedAt === null)}
          onChange={(payments) => form.setFieldValue('payments', payments)}
        />
        {save.isError && Object.keys(form.errors).length === 0 && (
          <FailureNotice text={errorText(save.error, 'The page could not be saved')} />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty() || save.isPending || tenant?.suspended === true}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface OfferedProps {
  title: string;
  items: readonly { readonly id: string; readonly name: string }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Renders what is offered, a box each; all of them are until one is left out. */
function Offered({ title, items, hidden, onChange }: OfferedProps) {
  if (items.length === 0) return null;
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      {items.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={!hidden.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? hidden.filter((other) => other !== id) : [...hidden, id])
          }
        />
      ))}
    </Stack>
  );
}

type Typed = 'slug' | 'intro' | 'horizon' | 'openPerNumber' | 'payments' | 'refundPercent' | 'refundRule';

interface Values extends Omit<OnlineChoices, Typed> {
  slug: string;
  intro: string;
  horizon: string;
  openPerNumber: string;
  payments: PaymentsValues;
  refundRule: RefundRule;
  refundPercent: string;
}

function getValues({
  slug,
  intro,
  horizon,
  openPerNumber,
  payments,
  refundPercent,
  proposed,
  address: _,
  codes: __,
  ...rest
}: OnlineBooking): Values {
  return {
    ...rest,
    slug: slug ?? proposed,
    intro: intro ?? '',
    horizon: String(horizon),
    openPerNumber: String(openPerNumber),
    payments: paymentsValues(payments ?? []),
    refundPercent: String(refundPercent),
  };
}

function getBody({
  slug,
  intro,
  horizon,
  openPerNumber,
  payments,
  refundPercent,
  ...rest
}: Values): OnlineChoices {
  const paid = paymentsBody(payments);
  return {
    ...rest,
    slug: slug.trim().toLowerCase() || null,
    intro: intro.trim() || null,
    horizon: parseWhole(horizon) ?? Number.NaN,
    openPerNumber: parseWhole(openPerNumber) ?? Number.NaN,
    payments: paid,
    // Left out where it is not shown, it stays as it is.
    ...(rest.refundRule === 'part' &&
      paid.length > 0 && { refundPercent: parseWhole(refundPercent) ?? Number.NaN }),
  };
}
