import classes from './steady-text.module.css';

interface SteadyTextProps {
  text: string;
  /** The longest text that can stand here. */
  longest: string;
}

/** A button's text with the room of the longest one it changes to: what stands beside it keeps its place while it is pressed. */
export function SteadyText({ text, longest }: SteadyTextProps) {
  return (
    <span className={classes.steady} data-longest={longest}>
      {text}
    </span>
  );
}
