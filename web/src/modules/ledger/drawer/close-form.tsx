import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { Drawer, DrawerClose } from '@samay/contract/ledger/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { LeftOverLine } from './before-closing.tsx';
import { ConfirmedFields, HandedOverFields } from './close-fields.tsx';
import {
  countBody,
  countedCash,
  type CountErrors,
  countErrors,
  isOtherTotal,
  nothingCounted,
} from './counting.ts';
import classes from './drawer.module.css';
import { NotesFields } from './notes-fields.tsx';
import { useCloseDrawer, useCountDrawer } from './use-drawer-changes.ts';
import { differenceText } from './wording.ts';

interface CloseFormProps {
  drawer: Drawer;
  /** The person whose drawer it is; undefined for the user's own. */
  holder?: string | undefined;
  /** Whether the counted cash has the focus at first. */
  isFocused: boolean;
  /** Whether the cash was counted before it was shown. */
  isCounted: boolean;
  /** Called with the drawer that a count has shown; with null to count again. */
  onCounted: (drawer: Drawer | null) => void;
  onClosed: (close: DrawerClose) => void;
}

/**
 * Closes a drawer by the counted cash. Where the business counts first, the count is sent before the
 * rest of the form is shown, with the totals if these are confirmed. Typed values stay when the drawer changes in between: the
 * difference follows.
 */
export function CloseForm({ drawer, holder, isFocused, isCounted, onCounted, onClosed }: CloseFormProps) {
  const id = useId();
  const { tenant } = useSession();
  const [values, setValues] = useState(nothingCounted);
  const [errors, setErrors] = useState<CountErrors>({});
  const close = useCloseDrawer(onClosed);
  const counted = countedCash(values);
  const { period, expected } = drawer;
  const difference =
    counted === null || Number.isNaN(counted) || expected === null ? null : counted - expected;
  const count = useCountDrawer(onCounted);
  useEffect(() => {
    if (isFocused) document.getElementById(`${id}-counted`)?.focus();
  }, [isFocused, id]);

  function change(changed: Partial<typeof values>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = countErrors(values, drawer);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstError(id);
    const body = countBody(values, drawer);
    const { counted: cash, confirmed } = body;
    const which = { ...(holder && { holder }), period };
    if (count.isPending || close.isPending) return;
    if (expected === null) count.mutate({ ...which, counted: cash, ...(confirmed && { confirmed }) });
    else close.mutate({ ...body, ...which, expected }, { onError: handleRefusal });
  }

  /** Counts again where the drawer has changed since it was counted. */
  function handleRefusal(error: Error): void {
    if (isCounted && error instanceof ApiError && error.code === 'drawer.changed') onCounted(null);
  }

  function countAgain(): void {
    onCounted(null);
    document.getElementById(`${id}-counted`)?.focus();
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="Close the drawer">
      <Stack gap="sm">
        <CountedField
          id={`${id}-counted`}
          values={values}
          error={errors.counted}
          isCounted={isCounted}
          onChange={change}
          onAgain={countAgain}
        />
        <p role="status" className={classes.difference}>
          {difference !== null && differenceText(difference)}
        </p>
        {drawer.confirmsTotals && (
          <ConfirmedFields
            drawer={drawer}
            values={values}
            errors={errors}
            isCounted={isCounted}
            onChange={change}
          />
        )}
        {((difference !== null && difference !== 0) || isOtherTotal(values, drawer)) && (
          <TextInput
            label="Note on the difference"
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={500}
            value={values.note}
            error={errors.note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        )}
        {expected !== null && (
          <HandedOverFields drawer={drawer} values={values} errors={errors} onChange={change} />
        )}
        {count.isError && <FailureNotice text={errorText(count.error, 'Failed to count the drawer')} />}
        {close.isError && <FailureNotice text={errorText(close.error, 'Failed to close the drawer')} />}
        <LeftOverLine />
        <Group justify="flex-end">
          <Button type="submit" disabled={count.isPending || close.isPending || tenant?.suspended === true}>
            {submitText(expected === null, count.isPending || close.isPending)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function submitText(isCovered: boolean, isBusy: boolean): string {
  if (isCovered) return isBusy ? 'Counting...' : 'Count';
  return isBusy ? 'Closing...' : 'Close the drawer';
}

interface CountedFieldProps {
  id: string;
  values: typeof nothingCounted;
  error: string | undefined;
  /** Whether the count was sent: it is changed by counting again alone. */
  isCounted: boolean;
  onChange: (changed: Partial<typeof nothingCounted>) => void;
  onAgain: () => void;
}

/** Renders the counted cash: one amount, or the sum of counted notes. */
function CountedField({ id, values, error, isCounted, onChange, onAgain }: CountedFieldProps) {
  const { notes, counted } = values;
  const sum = countedCash(values);
  const sumText = sum === null || Number.isNaN(sum) ? '' : formatRupees(sum);
  return (
    <>
      <AmountInput
        id={id}
        label="Counted cash"
        readOnly={isCounted || notes !== null}
        value={notes === null ? counted : sumText}
        error={error}
        onChange={({ currentTarget }) => onChange({ counted: currentTarget.value })}
      />
      <div>
        {isCounted ? (
          <Button variant="subtle" px={8} onClick={onAgain}>
            Count again
          </Button>
        ) : (
          <Button
            variant="subtle"
            px={8}
            onClick={() => onChange(notes === null ? { notes: {} } : { notes: null, counted: sumText })}
          >
            {notes === null ? 'Count by notes' : 'Type the sum'}
          </Button>
        )}
      </div>
      {notes !== null && !isCounted && (
        <NotesFields notes={notes} onChange={(typed) => onChange({ notes: typed })} />
      )}
    </>
  );
}
