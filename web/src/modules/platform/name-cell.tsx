import { LongText } from '../../ui/layout/long-text.tsx';
import classes from './name-cell.module.css';

/**
 * A name in a table cell, with a second line that distinguishes it from another of the same name.
 */
export function NameCell({ name, below, strong = false }: { name: string; below: string; strong?: boolean }) {
  return (
    <div className={classes.named}>
      <LongText text={name} strong={strong} />
      {below !== '' && (
        <span className={classes.minor} title={below}>
          {below}
        </span>
      )}
    </div>
  );
}
