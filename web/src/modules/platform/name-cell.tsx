import { LongText } from '../../ui/layout/long-text.tsx';
import classes from './name-cell.module.css';

/** Renders a name in a table cell, with a second line that distinguishes equal names. */
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
