import { TextInput } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { LocalDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { freeStarts, resourceList, serviceList } from '../../../lib/availability.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { getSlots } from '../night.ts';
import { resourceChoices } from '../resource-choices.ts';
import { SlotButtons } from '../../../ui/controls/slot-buttons.tsx';
import classes from './closings.module.css';
import type { Destination } from './decisions.ts';
import { useName } from './use-whom.ts';

interface MoveToProps {
  booking: Appointment;
  to: Destination;
  /** Whether the missing day or time is marked. */
  isWrong: boolean;
  onChange: (to: Destination) => void;
}

/** Asks where a booking moves: day, doctor or court, and a time that is typed or a free start. */
export function MoveTo({ booking, to, isWrong, onChange }: MoveToProps) {
  const { resource } = wording[useSession().businessType ?? 'doctor'];
  const services = useQuery(serviceList()).data?.items ?? [];
  const service = services.find(({ id }) => id === booking.serviceId);
  const giving = resourceChoices(useQuery(resourceList()).data?.items ?? [], service);
  const nameOf = useName();
  // A booking may stay with the one that it has, also where that one does not give the service.
  const missing = [booking.resourceId, to.resourceId].filter(
    (id, index, both) => both.indexOf(id) === index && !giving.some((each) => each.id === id),
  );
  const choices = [
    ...missing.map((id) => ({
      value: id ?? '',
      label: id === null ? (booking.doctor ?? 'As booked') : nameOf(id),
    })),
    ...giving.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const today = useToday();
  const isDay = LocalDate.safeParse(to.date).success;
  const { data } = useQuery({
    ...freeStarts({
      from: to.date,
      to: to.date,
      except: booking.id,
      duration: booking.duration,
      ...(booking.serviceId !== null && { service: booking.serviceId }),
      ...(to.resourceId !== null && { resource: to.resourceId }),
    }),
    enabled: isDay && to.resourceId !== null && to.date >= today,
  });
  const free = data?.resources.find(({ resourceId }) => resourceId === to.resourceId);
  const slots: Slot[] = free ? getSlots(free).filter(({ date }) => date === to.date) : [];
  return (
    <div className={classes.moveTo}>
      <div className={classes.pair}>
        <DayInput label="New Date" value={to.date} onChange={(date) => onChange({ ...to, date })} />
        <TextInput
          type="time"
          label="New Time"
          required
          error={isWrong && 'Please enter a time'}
          value={to.time}
          onChange={({ currentTarget }) => onChange({ ...to, time: currentTarget.value.slice(0, 5) })}
        />
      </div>
      {choices.length > 1 && (
        <NativeChoice
          label={capitalise(resource)}
          data={choices}
          value={to.resourceId ?? ''}
          onChange={(id) => onChange({ ...to, resourceId: id === '' ? null : id })}
        />
      )}
      {slots.length > 0 && (
        <SlotButtons
          label={`Free times for ${booking.personName}`}
          slots={slots}
          chosen={`${to.date} ${to.time}`}
          isShort
          onPick={(slot) => onChange(slot)}
        />
      )}
    </div>
  );
}
