import { Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AffectedBooking } from '@samay/contract/core/alternatives';
import { addHourException, type HourException } from '@samay/contract/availability/hours';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { call, errorText } from '../../../lib/api/api.ts';
import { inDialog } from '../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { refreshAvailability } from '../api.ts';
import { notSaved } from '../wording.ts';
import classes from './exception-dialog.module.css';
import {
  exceptionBody,
  exceptionErrors,
  exceptionValues,
  type ExceptionValues,
  withStartDay,
} from './exception-values.ts';

interface ExceptionDialogProps {
  date: string;
  /**
   * The selectable targets: the business (an empty id) and doctors or courts. The first is chosen.
   */
  choices: readonly { readonly value: string; readonly label: string }[];
  onClose: () => void;
}

/**
 * Adds a closure or extra hours. Bookings within a closure stay: the dialog that closes hours opens
 * for them after it was saved.
 */
export function ExceptionDialog({ date, choices, onClose }: ExceptionDialogProps) {
  const { openClosing } = useActions();

  function handleSaved(closure: HourException, affected: readonly AffectedBooking[]): void {
    onClose();
    if (affected.length > 0) openClosing({ closure });
  }

  return <ExceptionForm date={date} choices={choices} onClose={onClose} onSaved={handleSaved} />;
}

interface ExceptionFormProps extends ExceptionDialogProps {
  onSaved: (exception: HourException, affected: readonly AffectedBooking[]) => void;
}

function ExceptionForm({ date, choices, onClose, onSaved }: ExceptionFormProps) {
  const id = useId();
  const client = useQueryClient();
  const form = useForm<ExceptionValues>({
    initialValues: exceptionValues(date, choices[0]?.value ?? ''),
    validate: exceptionErrors,
  });
  const save = useMutation({
    mutationFn: (values: ExceptionValues) => call(addHourException, { body: exceptionBody(values) }),
    onSuccess: async ({ exception, affected }) => {
      await refreshAvailability(client, exception.id);
      toastDone(exception.kind === 'closure' ? 'Closure added' : 'Extra hours added');
      onSaved(exception, affected);
    },
  });
  const { isAllDay, kind } = form.values;
  const title = 'Closure or extra hours';

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
            <SegmentedControl
              fullWidth
              aria-label="Closed or open"
              data={[
                { value: 'closure', label: 'Closed' },
                { value: 'extra_hours', label: 'Open in addition' },
              ]}
              {...form.getInputProps('kind')}
            />
            {choices.length > 1 && (
              <ChoiceSelect
                label="For"
                data={choices}
                comboboxProps={inDialog}
                {...form.getInputProps('resourceId')}
              />
            )}
            <Checkbox
              label={kind === 'closure' ? 'Whole days' : 'The whole day'}
              {...form.getInputProps('isAllDay', { type: 'checkbox' })}
            />
            <div className={classes.pair}>
              <DayInput
                label="From"
                value={form.values.fromDate}
                error={form.errors['fromDate']}
                onChange={(day) => form.setValues(withStartDay(day, form.values))}
              />
              {!isAllDay && (
                <TextInput type="time" label="Start time" required {...form.getInputProps('fromTime')} />
              )}
            </div>
            <div className={classes.pair}>
              <DayInput
                label="Until"
                value={form.values.toDate}
                error={form.errors['toDate']}
                onChange={(day) => form.setFieldValue('toDate', day)}
              />
              {!isAllDay && (
                <TextInput type="time" label="End time" required {...form.getInputProps('toTime')} />
              )}
            </div>
            <TextInput
              label="Reason"
              required
              maxLength={200}
              autoComplete="off"
              placeholder={kind === 'closure' ? 'Holiday' : 'Tournament'}
              {...form.getInputProps('reason')}
            />
            {save.isError && <FailureNotice text={errorText(save.error, notSaved)} />}
            <FormButtons submit="Add" waiting="Adding..." busy={save.isPending} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
