import type { Comparison } from './dashboard/wording.ts';
import classes from './trend.module.css';

/** The change of a sum against an earlier one: `▲ 12%`. */
export function Trend({ comparison: { direction, text } }: { comparison: Comparison }) {
  return (
    <span className={classes.trend} data-direction={direction}>
      {text}
    </span>
  );
}
