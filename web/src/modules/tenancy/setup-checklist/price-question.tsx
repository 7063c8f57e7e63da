import { changeService, ServiceDetails } from '@samay/contract/availability/services';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { serviceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { QuestionForm } from './question-form.tsx';
import type { SetupStep } from './use-setup-step.ts';
import { bookableWording, type PriceWording } from './wording.ts';

/**
 * Asks for the price of the first service: of a visit at a clinic, of an hour at a turf. Bookings
 * propose it from then on.
 */
export function PriceQuestion({ setup, words }: { setup: SetupStep; words: PriceWording }) {
  const id = useId();
  const businessType = useSession().businessType ?? 'doctor';
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const save = useSave(setup);
  const services = bookableWording[businessType].links.at(-1);

  function handleSubmit(): void {
    const price = parseRupees(typed);
    const found = price === null ? 'Please enter an amount' : priceError(price);
    setError(found);
    if (found !== undefined || price === null) focusFirstError(id);
    else save.mutate({ price, pricedPer: businessType === 'turf' ? 'hour' : 'visit' });
  }

  return (
    <QuestionForm
      id={id}
      setup={setup}
      words={words}
      submit="Save"
      isSaving={save.isPending}
      failure={save.isError && errorText(save.error, 'The price could not be saved')}
      onSubmit={handleSubmit}
    >
      <AmountInput
        label={words.label}
        maw={400}
        mb="sm"
        size="md"
        value={typed}
        error={error}
        onChange={(event) => {
          setError(undefined);
          setTyped(event.currentTarget.value);
        }}
      />
      {services && (
        <ButtonLink to={services.to} variant="subtle">
          {services.text}
        </ButtonLink>
      )}
    </QuestionForm>
  );
}

/** Saves the price with the first service, which is the one that is booked unless another is chosen. */
function useSave(setup: SetupStep) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(body: { price: number; pricedPer: 'hour' | 'visit' }) {
      const { items } = await client.fetchQuery(serviceList());
      const first = items.find(({ archivedAt }) => archivedAt === null);
      if (first) await call(changeService, { params: { id: first.id }, body });
      await client.invalidateQueries({ queryKey: serviceList().queryKey.slice(0, 1) });
    },
    onMutate: setup.hold,
    onSuccess: () => setup.goOn(),
  });
}

function priceError(price: number): string | undefined {
  return ServiceDetails.shape.price.safeParse(price).error?.issues[0]?.message;
}
