import classes from './wordmark.module.css';

/** Renders the logo with the name. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden>
        <rect className={classes.ground} width="32" height="32" rx="8" />
        <circle className={classes.face} cx="16" cy="16" r="9" />
        <path className={classes.hands} d="M16 10.5V16l4 2.5" />
      </svg>
      Samay
    </span>
  );
}
