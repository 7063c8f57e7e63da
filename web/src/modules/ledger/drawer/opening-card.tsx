import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { Drawer } from '@samay/contract/ledger/drawers';
import { CashPaise, formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { useCountOpening } from './use-drawer-changes.ts';

const nothing = { counted: '', note: '' };

interface OpeningCardProps {
  drawer: Drawer;
  holder: string | undefined;
}

/** Asks for the cash that is in a drawer at its opening, and for a note where it is not what stayed. */
export function OpeningCard({ drawer: { opening, period }, holder }: OpeningCardProps) {
  const id = useId();
  const [values, setValues] = useState(nothing);
  const [errors, setErrors] = useState<Partial<typeof nothing>>({});
  const count = useCountOpening();
  const counted = parseRupees(values.counted);
  const differs = counted !== null && !Number.isNaN(counted) && counted !== opening;

  function change(changed: Partial<typeof nothing>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = openingErrors(counted, differs && values.note.trim() === '');
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstError(id);
    const note = differs ? values.note.trim() : null;
    if (!count.isPending) count.mutate({ counted: counted ?? 0, note, period, ...(holder && { holder }) });
  }

  return (
    <SectionCard title="Count the opening" hint={`${formatRupees(opening)} should be in the drawer.`}>
      <form id={id} noValidate onSubmit={handleSubmit} aria-label="Count the opening">
        <Stack gap="sm">
          <AmountInput
            label="Counted at the opening"
            value={values.counted}
            error={errors.counted}
            onChange={({ currentTarget }) => change({ counted: currentTarget.value })}
          />
          {differs && (
            <TextInput
              label="Where the difference comes from"
              autoComplete="off"
              maxLength={200}
              value={values.note}
              error={errors.note}
              onChange={({ currentTarget }) => change({ note: currentTarget.value })}
            />
          )}
          {count.isError && <FailureNotice text={errorText(count.error, 'Failed to count the opening')} />}
          <Group justify="flex-end">
            <Button type="submit" variant="default" disabled={count.isPending}>
              {count.isPending ? 'Counting...' : 'Count the opening'}
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}

function openingErrors(counted: number | null, isUnexplained: boolean): Partial<typeof nothing> {
  if (counted === null) return { counted: 'Please enter the cash that you counted' };
  const wrong = CashPaise.safeParse(counted).error?.issues[0]?.message;
  return {
    ...(wrong !== undefined && { counted: wrong }),
    ...(isUnexplained && { note: 'Please say why it differs' }),
  };
}
