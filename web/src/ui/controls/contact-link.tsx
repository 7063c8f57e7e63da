import { callAddress, readTelephone } from '@samay/contract/core/telephone';
import classes from './contact-link.module.css';

/**
 * Renders a link that calls the first number of a contact. The text after it, such as a second
 * number, and a contact without a number stay plain text.
 */
export function ContactLink({ contact }: { contact: string }) {
  const telephone = readTelephone(contact);
  if (!telephone) return contact;
  const { number, end } = telephone;
  return (
    <span>
      <a href={callAddress(number)} className={classes.link}>
        {contact.slice(0, end)}
      </a>
      {contact.slice(end)}
    </span>
  );
}
