import { resourceColours } from '@samay/contract/availability/resources';
import { capitalise } from '@samay/contract/core/wording';
import { useId } from 'react';
import classes from './colour-field.module.css';
import type { Colour } from './resource-values.ts';

interface ColourFieldProps {
  value: Colour;
  onChange: (colour: Colour) => void;
}

/**
 * Selects the colour on the schedule, one of ten. Each is a radio button with the colour's name.
 */
export function ColourField({ value, onChange }: ColourFieldProps) {
  const name = useId();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Colour</legend>
      <div className={classes.colours}>
        {resourceColours.map((colour) => (
          <label key={colour} className={classes.colour} title={capitalise(colour)}>
            <input
              type="radio"
              name={name}
              value={colour}
              aria-label={capitalise(colour)}
              checked={colour === value}
              onChange={() => onChange(colour)}
            />
            <ColourDot colour={colour} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Renders the colour of a doctor or court next to its name. */
export function ColourDot({ colour }: { colour: string }) {
  return (
    <span
      className={classes.dot}
      style={{ backgroundColor: `var(--mantine-color-${colour}-6)` }}
      aria-hidden
    />
  );
}
