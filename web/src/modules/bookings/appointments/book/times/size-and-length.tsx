import { ChipChoice } from '../../../../../ui/form/chip-choice.tsx';
import classes from './size-and-length.module.css';
import type { TimeChoices, TimeValues } from './time-choices.ts';

interface SizeAndLengthProps {
  choices: TimeChoices;
  onChange: (change: Pick<TimeValues, 'size' | 'resourceId'> | { duration: number | null }) => void;
}

/** Renders the choices of whole courts or parts and of the length, as far as there are any. */
export function SizeAndLength({ choices, onChange }: SizeAndLengthProps) {
  const { sizes, size, lengths, duration, service } = choices;
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
