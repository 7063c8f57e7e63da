import { IconBrandWhatsapp } from '@tabler/icons-react';
import classes from './closings.module.css';
import { whatsAppAddress } from './tell-text.ts';

interface TellLinkProps {
  personName: string;
  contact: string;
  text: string;
}

/** Renders a link that opens WhatsApp with a message to a person; nothing without a mobile number. */
export function TellLink({ personName, contact, text }: TellLinkProps) {
  const address = whatsAppAddress(contact, text);
  if (address === undefined) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.link}
      aria-label={`Tell ${personName} on WhatsApp`}
    >
      <IconBrandWhatsapp size={18} aria-hidden />
      WhatsApp
    </a>
  );
}
