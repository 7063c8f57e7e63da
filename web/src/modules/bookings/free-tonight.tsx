import { Text } from '@mantine/core';
import type { Slot } from '@samay/contract/core/alternatives';
import type { FreeStarts } from '@samay/contract/availability/slots';
import { addDays } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useActions } from '../../lib/actions.tsx';
import { freeStarts, openingHours, resourceList } from '../../lib/availability.ts';
import { useMinute } from '../../lib/browser/use-minute.ts';
import classes from './free-tonight.module.css';
import { daysOfNight, hourText, type Night, nightAt, startsOfNight } from './night.ts';
import { resourceChoices } from './resource-choices.ts';
import { SlotButtons } from '../../ui/controls/slot-buttons.tsx';

/** Returns the present meaning of *tonight*; undefined until the hours are known. */
export function useNight(isWanted = true): Night | undefined {
  const minute = useMinute();
  const { data } = useQuery({ ...openingHours(daysOfNight(minute.slice(0, 10))), enabled: isWanted });
  return data && nightAt(data, minute);
}

/**
 * Renders a turf's *Free tonight: 6, 8, 9*, court by court. A press on an hour opens the form for a
 * new booking.
 */
export function FreeTonight() {
  const night = useNight();
  const today = useMinute().slice(0, 10);
  const { data } = useQuery(freeStarts({ from: today, to: addDays(today, 1) }));
  return night && data ? <TonightHours night={night} free={data.resources} /> : null;
}

interface TonightHoursProps {
  night: Night;
  /** The free starts that cover the night. */
  free: readonly FreeStarts[];
}

/** Renders the free hours of a night. */
export function TonightHours({ night, free }: TonightHoursProps) {
  const { openNewAppointment } = useActions();
  const { data } = useQuery(resourceList());
  const names = resourceChoices(data?.items ?? []);
  const courts = startsOfNight(free, night, useMinute()).filter(({ slots }) => slots.length > 0);
  const open = ({ resourceId, date, time }: Slot) => openNewAppointment({ resourceId, date, time });
  return (
    <div className={classes.tonight}>
      <Text size="sm" fw={600}>
        {courts.length === 0 ? 'Nothing is free tonight' : 'Free tonight'}
      </Text>
      {courts.map(({ resourceId, slots }) => {
        const name = names.length > 1 ? names.find(({ id }) => id === resourceId)?.name : undefined;
        return (
          <div key={resourceId} className={classes.court}>
            {name !== undefined && <span className={classes.name}>{name}</span>}
            <SlotButtons
              label={name === undefined ? 'Free tonight' : `Free tonight: ${name}`}
              slots={slots}
              toText={({ time }) => hourText(time)}
              onPick={open}
            />
          </div>
        );
      })}
    </div>
  );
}
