import { useId } from 'react';
import classes from './chips.module.css';

interface ChipChoiceProps<Value extends string | number> {
  /** The group's label, for screen readers. */
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** Renders one choice among few as buttons side by side. For the keyboard they are radio buttons. */
export function ChipChoice<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: ChipChoiceProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.chips}>
      {options.map((option) => (
        <label key={option.value} className={classes.chip}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
