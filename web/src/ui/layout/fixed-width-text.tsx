import classes from './fixed-width-text.module.css';

interface SteadyTextProps {
  text: string;
  /** The longest text that the button can show. */
  longest: string;
}

/**
 * Renders the text of a button with the width of the longest text that it can show, so that its
 * neighbours do not move.
 */
export function FixedWidthText({ text, longest }: SteadyTextProps) {
  return (
    <span className={classes.steady} data-longest={longest}>
      {text}
    </span>
  );
}
