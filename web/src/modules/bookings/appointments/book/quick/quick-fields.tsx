import { Button } from '@mantine/core';
import type { FoundPerson } from '@samay/contract/people/people';
import { lazy, type RefObject, useState } from 'react';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { useToday } from '../../../../../lib/browser/use-today.ts';
import { PartBoundary } from '../../../../../ui/feedback/part-boundary.tsx';
import { NativeChoice } from '../../../../../ui/form/native-choice.tsx';
import { factsLabel, useAppointmentWording } from '../../../wording.ts';
import { bookedTimeText, bookedWhatText } from '../times/booked-text.ts';
import { getPartName } from '../times/time-choices.ts';
import { DayChoice } from './day-choice.tsx';
import { foundPerson, typedPerson } from '../model/booking-values.ts';
import { knownText, PersonField } from '../person/person-field.tsx';
import classes from './quick-booking.module.css';
import { emptyQuick, isBegun } from '../model/quick-values.ts';
import type { QuickForm } from './use-quick-form.ts';
import { focusWhen, WhenChoice } from './when-choice.tsx';

const SizeAndLength = lazy(async () => ({
  default: (await loadChunk(() => import('../times/size-and-length.tsx'))).SizeAndLength,
}));

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
    if (values.personContact !== '' || values.personName !== '' || !/^\p{L}/u.test(text))
      return edit({ ...typedPerson(values, { personContact: text }), after: null });
    edit(typedPerson(values, { personName: text }));
    name.current?.focus();
  }

  function handlePick(found: FoundPerson): void {
    edit(foundPerson(values, found));
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
        isAwaited={values.personName === ''}
        value={values.personContact}
        error={errors['personContact'] ?? errors['personEmail']}
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
        value={values.personName}
        error={errors['personName']}
        onChange={(text) => edit(typedPerson(values, { personName: text }))}
        onPick={handlePick}
      />
      {choices.services.length > 1 && (
        <NativeChoice
          label="Service"
          data={choices.services.map((service) => ({ value: service.id, label: service.name }))}
          value={choices.service?.id ?? ''}
          error={errors['serviceId']}
          onChange={(serviceId) => edit({ serviceId, duration: null })}
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
      isChosen: true,
      size: starts.choices.size ?? null,
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
      error={errors['resourceId'] ?? errors['doctor']}
      onChange={handleChange}
    />
  );
}

/** Renders the person's last or next visit, size and length, the starts, and the button. */
export function WhenFields({ form }: { form: QuickForm }) {
  const { id, values, errors, edit, starts } = form;
  const { businessType } = useAppointmentWording();
  const isTurf = businessType === 'turf';
  const [isMissing, setMissing] = useState(false);
  const { choices, day, hasNow, slots, next } = starts;
  return (
    <div
      className={classes.when}
      data-wide={isTurf || undefined}
      data-begun={isBegun(values, businessType) || undefined}
    >
      {values.person && (
        <span
          className={classes.visit}
          title={knownText(values.person)}
          data-booked={Boolean(values.person.nextVisit) || undefined}
        >
          {knownText(values.person)}
        </span>
      )}
      {isTurf && !isMissing && (
        <PartBoundary onGiveUp={() => setMissing(true)}>
          <SizeAndLength choices={choices} onChange={edit} />
        </PartBoundary>
      )}
      <DayChoice
        id={`${id}-day`}
        value={day}
        onChange={(chosen) => edit({ day: chosen, when: emptyQuick(businessType).when, after: null })}
      />
      <WhenChoice
        id={`${id}-when`}
        value={values.when}
        booked={form.booked?.id}
        day={day}
        hasNow={hasNow}
        next={next}
        slots={slots}
        getPartName={getPartName(choices)}
        error={errors['when']}
        onChange={(when) => edit({ when })}
      />
      <BookButton form={form} />
      {!isTurf && !form.hasFacts && (
        <Button
          variant="default"
          aria-label={factsLabel}
          className={classes.more}
          onClick={() => form.setFacts('pressed')}
        >
          Age, sex
        </Button>
      )}
    </div>
  );
}

/** Renders the button. It says what it books: time, court and price. */
function BookButton({ form: { starts, start, create } }: { form: QuickForm }) {
  const { businessType } = useAppointmentWording();
  const today = useToday();
  const choices = start && starts.choicesAt(start);
  const what = choices && bookedWhatText(choices, { businessType }, start.isNow);
  return (
    <Button
      type="submit"
      loading={create.isPending}
      classNames={{ root: classes.submit ?? '', label: classes.submitText ?? '' }}
    >
      <span>
        <span className={classes.bookedTime}>
          {choices
            ? `Book ${start.isNow ? 'now' : bookedTimeText(start, choices, { businessType, today })}`
            : 'Book'}
        </span>
        {what && ` · ${what}`}
      </span>
    </Button>
  );
}
