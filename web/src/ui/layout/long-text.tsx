import classes from './long-text.module.css';

interface LongTextProps {
  text: string;
  strong?: boolean;
}

/** Wraps once, then ends in an ellipsis; the whole shows on hover. */
export function LongText({ text, strong = false }: LongTextProps) {
  return (
    <span className={classes.text} data-strong={strong || undefined} title={text}>
      {text}
    </span>
  );
}
