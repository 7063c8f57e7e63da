import classes from './contact-link.module.css';

/** A telephone number that a press calls; what holds no number stays plain text. */
export function ContactLink({ contact }: { contact: string }) {
  const number = contact.replaceAll(/[^\d+]/g, '');
  if (!/\d/.test(number)) return contact;
  return (
    <a href={`tel:${number}`} className={classes.link}>
      {contact}
    </a>
  );
}
