import type { Comparison } from './comparison.ts';
import classes from './trend.module.css';

/** Renders the change of a sum against an earlier one: `▲ 12%`. */
export function Trend({ comparison: { direction, text } }: { comparison: Comparison }) {
  return (
    <span className={classes.trend} data-direction={direction}>
      {text}
    </span>
  );
}
