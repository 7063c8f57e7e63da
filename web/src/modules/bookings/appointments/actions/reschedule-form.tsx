import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useId } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { DayInput } from '../../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { timeText } from '../../../../lib/days.ts';
import { alternativesIn, isOfLimit } from '../../refusal.ts';
import { TakenNotice } from '../../taken-notice.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { isShownAtField } from '../book/times/refused-field.ts';
import { askedTime, findPart, type TimeValues } from '../book/times/time-choices.ts';
import { ResourceSelect, ServiceSelect, TimeInput } from '../book/times/time-fields.tsx';
import { TimeWarnings } from '../book/times/time-warnings.tsx';
import { UpgradeHint } from '../upgrade-hint.tsx';
import { MoveStarts } from './move-starts.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { useReschedule } from './use-reschedule.ts';

interface RescheduleFormProps {
  appointment: Appointment;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Moves a booking to another time, doctor or court, or changes its duration: by a press on a free
 * start, or by the fields.
 */
export function RescheduleForm({ appointment, onDone, onCancel }: RescheduleFormProps) {
  const { booking, businessType } = useAppointmentWording();
  const id = useId();
  const moving = useReschedule(appointment, { onDone, onRefused: () => focusFirstError(id) });
  const { form, choices, move, taken } = moving;
  const { values } = form;
  const isOfSeries = appointment.seriesId !== null && appointment.status === 'scheduled';
  const failed = errorText(move.error, `Failed to reschedule ${booking}`);
  const at = (slot: Slot): TimeValues => ({ ...values, ...slot, doctor: null });

  /** Moves to a start; in any court where a whole one is free, since the server takes the first. */
  function handlePick(slot: Slot): void {
    const isAnyWhole = choices.isAny && !findPart(slot, choices);
    moving.moveTo(isAnyWhole ? { ...values, date: slot.date, time: slot.time } : at(slot));
  }

  return (
    <form
      id={id}
      onSubmit={form.onSubmit(
        (sent) => moving.send(sent),
        () => focusFirstError(id),
      )}
      noValidate
      aria-label={`Reschedule ${booking}`}
    >
      <Stack gap="sm">
        <Text size="sm">
          Booked for <strong>{timeText(appointment)}</strong>
          {appointment.doctor !== null && ` with ${appointment.doctor}`}. Press a free time to move it.
        </Text>
        {isOfSeries && (
          <ScopeChoice
            id={appointment.id}
            businessType={businessType}
            value={moving.scope}
            onChange={moving.setScope}
          />
        )}
        <DayInput
          label="New Date"
          value={values.date}
          error={form.errors['date']}
          data-autofocus
          onChange={(day) => form.setFieldValue('date', day)}
        />
        <MoveStarts
          values={values}
          choices={choices}
          except={appointment.id}
          onPick={handlePick}
          onNow={(time) => moving.moveTo({ ...values, ...time })}
        />
        <NewTimeFields form={form} choices={choices} />
        <TimeWarnings
          asked={askedTime(values, choices, {
            except: appointment.id,
            hasDoctor: appointment.doctor !== null,
          })}
        />
        {taken && (
          <TakenNotice
            verb="Move to"
            text={failed}
            refused={moving.body}
            alternatives={taken}
            busy={move.isPending}
            onPick={(slot) => moving.moveTo(at(slot))}
            onOverbook={(reason) => moving.send(values, reason)}
          />
        )}
        {move.isError && !alternativesIn(move.error) && !isShownAtField(move.error, choices) && (
          <FailureNotice text={failed} />
        )}
        {isOfLimit(move.error) && (
          <Text size="sm">
            <UpgradeHint purpose="book more" />
          </Text>
        )}
        <FormButtons
          submit="Reschedule"
          waiting="Saving..."
          busy={move.isPending}
          close="Keep this time"
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Renders the fields of the new start, its length, its service, and its doctor or court. */
function NewTimeFields({ form, choices }: Pick<ReturnType<typeof useReschedule>, 'form' | 'choices'>) {
  const { businessType } = useAppointmentWording();
  const { values, errors, setValues } = form;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TimeInput label="New Time" choices={choices} values={values} errors={errors} onChange={setValues} />
      <ServiceSelect choices={choices} error={errors['serviceId']} onChange={setValues} />
      <ResourceSelect
        choices={choices}
        label={capitalise(wording[businessType].resource)}
        error={errors['resourceId'] ?? errors['doctor']}
        {...(!choices.resource && { any: businessType === 'turf' ? 'Any free court' : choices.doctor })}
        onChange={({ resourceId = null }) => setValues({ resourceId, doctor: null })}
      />
    </SimpleGrid>
  );
}
