import classes from './contact-link.module.css';

/** A telephone link; a contact without a number stays plain text. */
export function ContactLink({ contact }: { contact: string }) {
  const number = contact.replaceAll(/[^\d+]/g, '');
  if (!/\d/.test(number)) return contact;
  return (
    <a href={`tel:${number}`} className={classes.link}>
      {contact}
    </a>
  );
}
