import { useQuery } from '@tanstack/react-query';
import { resourceList } from '../../../../../lib/availability.ts';
import classes from '../../../../../ui/form/chips.module.css';
import { ChipChoice } from '../../../../../ui/form/chip-choice.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { getLengths } from './lengths.ts';
import { sizeNames } from './sizes.ts';
import type { TimeChoices, TimeValues } from './time-choices.ts';

interface SizeAndLengthProps {
  choices: TimeChoices;
  onChange: (change: Pick<TimeValues, 'size' | 'resourceId'> | { duration: number | null }) => void;
}

/** Renders the choices of whole courts or parts and of the length, as far as there are any. */
export function SizeAndLength({ choices, onChange }: SizeAndLengthProps) {
  const { size, courts, duration, service } = choices;
  const isTurf = useAppointmentWording().businessType === 'turf';
  const resources = useQuery(resourceList()).data?.items ?? [];
  const sizes = size && sizeNames(resources, new Set(courts.map(({ id }) => id)));
  const lengths = isTurf && service ? getLengths(service) : [];
  if (!sizes && lengths.length < 2) return null;
  return (
    <div className={classes.line}>
      {sizes && (
        <ChipChoice
          label={`${sizes.whole} or ${sizes.part}`}
          options={(['whole', 'part'] as const).map((value) => ({ value, label: sizes[value] }))}
          value={size}
          onChange={(chosen) => onChange({ size: chosen, resourceId: null })}
        />
      )}
      {lengths.length > 1 && (
        <>
          <ChipChoice
            label="Length in minutes"
            options={lengths.map((value) => ({ value, label: String(value) }))}
            value={duration}
            onChange={(chosen) => onChange({ duration: chosen === service?.duration ? null : chosen })}
          />
          <span aria-hidden className={classes.unit}>
            min
          </span>
        </>
      )}
    </div>
  );
}
