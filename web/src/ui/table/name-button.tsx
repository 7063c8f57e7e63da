import { LongText } from '../layout/long-text.tsx';
import classes from './name-button.module.css';

/** A name in a table that opens its details. */
export function NameButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.open} onClick={onClick}>
      <LongText text={name} strong />
    </button>
  );
}
