import { denominations } from '@samay/contract/ledger/drawers';
import { useEffect, useRef } from 'react';
import { WholeInput } from '../../../ui/form/whole-input.tsx';
import { getCount, type TypedNotes } from './counting.ts';
import classes from './drawer.module.css';

interface NotesFieldsProps {
  notes: TypedNotes;
  onChange: (notes: TypedNotes) => void;
}

/** Renders a field for the number of each note and coin. */
export function NotesFields({ notes, onChange }: NotesFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset className={classes.notes}>
      <legend>Notes and coins</legend>
      {denominations.map((rupees, place) => (
        <WholeInput
          key={rupees}
          {...(place === 0 && { ref: first })}
          label={`₹${rupees}`}
          value={notes[rupees] ?? ''}
          error={Number.isNaN(getCount(notes[rupees] ?? '')) && 'Please enter how many'}
          onChange={({ currentTarget }) => onChange({ ...notes, [rupees]: currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}
