import classes from './long-text.module.css';

interface LongTextProps {
  text: string;
  strong?: boolean;
}

/** Renders text that is clamped to two lines with an ellipsis; the full text is shown on hover. */
export function LongText({ text, strong = false }: LongTextProps) {
  return (
    <span className={classes.text} data-strong={strong || undefined} title={text}>
      {text}
    </span>
  );
}
