import classes from './legal-links.module.css';

/** Renders links to the privacy policy and the terms, which the server renders. */
export function LegalLinks() {
  return (
    <p className={classes.links}>
      <a href="/privacy-policy">Privacy policy</a>
      <a href="/terms">Terms</a>
    </p>
  );
}
