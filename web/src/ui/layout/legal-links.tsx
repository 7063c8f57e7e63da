import classes from './legal-links.module.css';

/** The small print, which the server answers itself. */
export function LegalLinks() {
  return (
    <p className={classes.links}>
      <a href="/privacy-policy">Privacy policy</a>
      <a href="/terms">Terms</a>
    </p>
  );
}
