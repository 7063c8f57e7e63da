import { Stack, Text } from '@mantine/core';
import { addClosing } from '@samay/contract/bookings/closings';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useId, useState } from 'react';
import type { ClosingPreset } from '../../../lib/actions.tsx';
import { call, errorText } from '../../../lib/api/api.ts';
import { useRequestKey } from '../../../lib/api/use-request-key.ts';
import { refreshTopic } from '../../../lib/live/batch-invalidations.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { BelowZero, isBelowZero } from '../below-zero.tsx';
import type { OpenHours } from '../night.ts';
import { oneClosing, recentClosings } from './api.ts';
import {
  type Choice,
  type Choices,
  choiceFor,
  decisionsBody,
  type Fate,
  isUnfinished,
  pressText,
  sumUnnamed,
  sumUp,
} from './decisions.ts';
import { useAppointmentWording } from '../wording.ts';
import { PlanFields } from './plan-fields.tsx';
import { spanText } from './span.ts';
import { TouchedBookings } from './touched-bookings.tsx';
import { usePlan } from './use-plan.ts';
import { useTouched } from './use-touched.ts';
import { useName } from './use-whom.ts';

interface PlanFormProps {
  preset: ClosingPreset;
  minute: string;
  hours: OpenHours;
  onDirty: () => void;
  onClose: () => void;
  onClosed: (id: string) => void;
}

/** Renders the form of a closing: its fields, and below them what they touch. */
export function PlanForm({ preset, minute, hours, onDirty, onClose, onClosed }: PlanFormProps) {
  const id = useId();
  const { closure } = preset;
  const { away } = useAppointmentWording();
  const plan = usePlan({ preset, minute, hours });
  const touched = useTouched(plan, preset.only);
  const items = touched.data?.items ?? [];
  const [choices, setChoices] = useState<Choices>(new Map());
  const [fate, setFate] = useState<Fate>('advance');
  const [method, setMethod] = useState('');
  const [wasSent, setSent] = useState(false);
  const add = useAdd(onClosed);
  const isAsked = isBelowZero(add.error);
  const handleChoice = useCallback(
    (booking: string, choice: Choice) => {
      setChoices((made) => new Map(made).set(booking, choice));
      onDirty();
    },
    [onDirty],
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    send({});
  }

  function send(agreed: { belowZero?: boolean }): void {
    setSent(true);
    const { span, reason, resourceId, errors } = plan;
    const isWrong = Object.values(errors).some((error) => error !== null);
    const isMethodMissing = method === '' && sumUnnamed(items, choices, fate) > 0;
    if (isWrong || isMethodMissing || items.some((each) => isUnfinished(choiceFor(each, choices))))
      focusFirstError(id);
    else if (touched.isCurrent && resourceId !== undefined && !add.isPending)
      add.mutate({
        resourceId,
        ...span,
        reason: reason.trim(),
        ...(closure && { exceptionId: closure.id }),
        bookings: decisionsBody(items, choices, { fate, method }),
        ...agreed,
      });
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} onChange={onDirty} aria-label={away}>
      <Stack gap="md">
        {closure ? (
          <Closure closure={closure} />
        ) : (
          <PlanFields plan={plan} today={minute.slice(0, 10)} wasSent={wasSent} />
        )}
        <TouchedBookings
          touched={touched}
          hasResources={plan.resourceId === null}
          choices={choices}
          fate={fate}
          method={method}
          wasSent={wasSent}
          onChoice={handleChoice}
          onChoices={(all) => {
            setChoices(all);
            onDirty();
          }}
          onFate={setFate}
          onMethod={setMethod}
        />
        {isAsked && (
          <BelowZero busy={add.isPending} onYes={() => send({ belowZero: true })} onNo={add.reset} />
        )}
        {add.isError && !isAsked && (
          <FailureNotice text={errorText(add.error, 'It could not be closed. Please try again.')} />
        )}
        <FormButtons
          submit={pressText(sumUp(items, choices), closure !== undefined)}
          waiting="Closing..."
          busy={add.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

/** Names a closure that there is already. */
function Closure({ closure }: { closure: NonNullable<ClosingPreset['closure']> }) {
  const nameOf = useName();
  return (
    <Text size="sm">
      Closed: <strong>{nameOf(closure.resourceId)}</strong>, {spanText(closure)} · {closure.reason}
    </Text>
  );
}

/** Sends a closing with one idempotency key until the server answers. */
function useAdd(onClosed: (id: string) => void) {
  const client = useQueryClient();
  const { key, handleError } = useRequestKey();
  return useMutation({
    mutationFn: (body: BodyInput<typeof addClosing>) => call(addClosing, { body, idempotencyKey: key }),
    onSuccess: (closing) => {
      client.setQueryData(oneClosing(closing.id).queryKey, closing);
      void client.invalidateQueries({ queryKey: recentClosings.queryKey });
      void refreshTopic(client, 'availability');
      onClosed(closing.id);
    },
    onError: handleError,
  });
}
