import { SimpleGrid, TextInput } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { AmountInput } from '../../../../../ui/form/amount-input.tsx';
import { DayInput } from '../../../../../ui/form/day-input.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { MethodSelect } from '../../payment/payment-inputs.tsx';
import type { TimeChoices } from '../times/time-choices.ts';
import { SizeAndLength } from '../times/size-and-length.tsx';
import { hintBelow, ResourceSelect, ServiceSelect, TimeInput } from '../times/time-fields.tsx';
import { DoctorInput } from './doctor-input.tsx';
import { PersonFields } from './person-fields.tsx';
import type { BookingForm } from './use-booking-form.ts';

/** Renders the fields of the person, the service, the doctor or court, and the time. */
export function WhoAndWhenFields({ form }: { form: BookingForm }) {
  const { businessType } = useAppointmentWording();
  const { values, errors, choices, edit } = form;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <PersonFields form={form} />
      <ServiceSelect choices={choices} error={errors['serviceId']} onChange={edit} />
      <SizeAndLength choices={choices} onChange={edit} />
      {businessType === 'doctor' ? (
        <DoctorInput
          resources={choices.resources}
          value={choices.doctor}
          description={unkeptHint(choices)}
          error={errors['doctor'] ?? errors['resourceId']}
          onChange={(doctor) => edit({ doctor, resourceId: null })}
        />
      ) : (
        <ResourceSelect
          choices={choices}
          label="Court"
          any="Any free court"
          error={errors['resourceId']}
          onChange={(change) => edit({ ...change, size: choices.size ?? null })}
        />
      )}
      <DayInput label="Date" value={values.date} error={errors['date']} onChange={(date) => edit({ date })} />
      <TimeInput label="Time" choices={choices} values={values} errors={errors} onChange={edit} />
    </SimpleGrid>
  );
}

/** Renders the fields of a payment, which is one for the first booking of a series. */
export function PaymentFields({ form }: { form: BookingForm }) {
  const { values, errors, dates, edit, textProps } = form;
  const { price } = form.booked;
  const { booking } = wording[useAppointmentWording().businessType];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="sm">
      <AmountInput
        label="Amount (optional)"
        inputWrapperOrder={hintBelow}
        description={dates ? `For the first ${booking}` : price !== null && `Price ${formatRupees(price)}`}
        {...textProps('amount')}
      />
      <MethodSelect
        label="Payment Method (optional)"
        value={values.paymentMethod}
        error={errors['paymentMethod']}
        onChange={(paymentMethod) => edit({ paymentMethod })}
      />
      <TextInput label="Payment ID (optional)" autoComplete="off" {...textProps('paymentId')} />
    </SimpleGrid>
  );
}

/** Returns the hint that the typed name reserves no doctor's time. */
function unkeptHint({ resources, resource, doctor, isAny }: TimeChoices): string | false {
  if (resource || resources.length === 0 || doctor.trim() === '') return false;
  return isAny ? 'Choose a doctor to keep the time for them.' : 'Not one of your doctors: no time is kept.';
}
