import { Button } from '@mantine/core';
import type { FoundPerson } from '@samay/contract/bookings/people';
import { addDays, formatTime, formatWeekday, type LocalDate } from '@samay/contract/core/time';
import type { RefObject } from 'react';
import { useToday } from '../../../../../lib/browser/use-today.ts';
import { NativeChoice } from '../../../../../ui/form/native-choice.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { partNameOf } from '../times/time-choices.ts';
import { DayChoice } from './day-choice.tsx';
import { PersonField, visitText } from '../person/person-field.tsx';
import classes from './quick-booking.module.css';
import { emptyQuick, personChange, type Start } from './quick-values.ts';
import type { QuickForm } from './use-quick-form.ts';
import { focusWhen, WhenChoice } from './when-choice.tsx';

interface WhoFieldsProps {
  form: QuickForm;
  number: RefObject<HTMLInputElement | null>;
  name: RefObject<HTMLInputElement | null>;
  /** Takes the number booked last. */
  onRecall: () => void;
}

/** Renders the fields of number and name, and the choices of service and doctor or court. */
export function WhoFields({ form, number, name, onRecall }: WhoFieldsProps) {
  const { person } = useAppointmentWording();
  const { id, values, errors, edit } = form;
  const { choices } = form.starts;

  /** Passes letters on to the name: after a booking the next name or key is typed here. */
  function handleNumber(text: string): void {
    if (values.contact !== '' || values.name !== '' || !/^\p{L}/u.test(text))
      return edit({ contact: text, person: null });
    edit({ name: text, person: null });
    name.current?.focus();
  }

  function handlePick(found: FoundPerson): void {
    edit(personChange(found));
    focusWhen(`${id}-when`);
  }

  return (
    <div className={classes.who}>
      <PersonField
        ref={number}
        type="tel"
        aria-label="Phone number"
        placeholder="Phone number"
        maxLength={40}
        isAwaited={values.name === ''}
        value={values.contact}
        error={errors.contact}
        onChange={handleNumber}
        onPick={handlePick}
        onNew={() => name.current?.focus()}
        onRecall={onRecall}
      />
      <PersonField
        ref={name}
        type="text"
        aria-label={`${person} name`}
        placeholder={`${person} name`}
        maxLength={120}
        isAwaited={false}
        value={values.name}
        error={errors.name}
        onChange={(name) => edit({ name, person: null })}
        onPick={handlePick}
      />
      {choices.services.length > 1 && (
        <NativeChoice
          label="Service"
          data={choices.services.map((service) => ({ value: service.id, label: service.name }))}
          value={choices.service?.id ?? ''}
          error={errors.serviceId}
          onChange={(serviceId) => edit({ serviceId })}
        />
      )}
      {choices.resources.length > 1 && <ResourceChoice form={form} />}
    </div>
  );
}

/** Renders the choice of a doctor, where one is always chosen, or of a court. */
function ResourceChoice({ form: { values, errors, edit, keep, starts } }: { form: QuickForm }) {
  const isDoctor = useAppointmentWording().businessType === 'doctor';
  const { resources, resource } = starts.choices;

  /** Sets the doctor, kept by this device, or the court. No particular court is the first free one. */
  function handleChange(chosen: string): void {
    if (isDoctor) keep(chosen);
    edit({
      resourceId: chosen === '' ? null : chosen,
      ...(values.when !== 'now' && { when: 'next' }),
    });
  }

  return (
    <NativeChoice
      label={isDoctor ? 'Doctor' : 'Court'}
      data={[
        ...(isDoctor ? [] : [{ value: '', label: 'Any free court' }]),
        ...resources.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={resource?.id ?? ''}
      error={errors.resourceId}
      onChange={handleChange}
    />
  );
}

/** Renders the person's last or next visit, the starts, and the button that books one. */
export function WhenFields({
  form: { id, values, errors, edit, starts, start, create },
}: {
  form: QuickForm;
}) {
  const { businessType } = useAppointmentWording();
  const today = useToday();
  const { choices, day, hasNow, slots, next } = starts;
  return (
    <div className={classes.when}>
      {values.person && (
        <span
          className={classes.visit}
          title={visitText(values.person)}
          data-booked={Boolean(values.person.nextVisit) || undefined}
        >
          {visitText(values.person)}
        </span>
      )}
      <DayChoice
        id={`${id}-day`}
        value={day}
        onChange={(chosen) => edit({ day: chosen, when: emptyQuick(businessType).when })}
      />
      <WhenChoice
        id={`${id}-when`}
        value={values.when}
        day={day}
        hasNow={hasNow}
        next={next}
        slots={slots}
        partNameOf={partNameOf(choices)}
        error={errors.when}
        onChange={(when) => edit({ when })}
      />
      <Button type="submit" loading={create.isPending} className={classes.submit ?? ''}>
        {bookText(start, today)}
      </Button>
    </div>
  );
}

/**
 * Formats the button: `Book now`, `Book 5:00 pm` today, `Book Fri 27, 5:00 pm` on another day, with
 * its month where the number alone could be another day's.
 */
function bookText(start: Start | undefined, today: LocalDate): string {
  if (!start) return 'Book';
  if (start.isNow) return 'Book now';
  const { date, time } = start;
  if (date === today) return `Book ${formatTime(time)}`;
  const weekday = formatWeekday(date);
  const isNear = date < addDays(today, 28);
  return `Book ${isNear ? `${weekday.slice(0, 3)} ${Number(date.slice(8))}` : weekday}, ${formatTime(time)}`;
}
