import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { SentChange, WhatsAppMessage, WhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { kindNames, languageChoices, whenSent } from '@samay/contract/bookings/whatsapp-messages/labels';
import type { Language, WhatsAppKind } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import { useState } from 'react';
import { NativeChoice } from '../../../../ui/form/native-choice.tsx';
import { RowButton } from '../../../../ui/table/row-button.tsx';
import { useWhatsAppOffer, useWhatsAppMessages } from './api.ts';
import { mayTell } from './may-tell.ts';
import { openedText } from './opened-text.ts';
import classes from './tell.module.css';

type Told = Pick<Appointment, 'id' | 'updatedAt' | 'personName'>;

interface TellLinksProps {
  booked: Told & Pick<Appointment, 'may' | 'personContact'>;
  /** The kinds to offer, if they fit the booking. */
  kinds: readonly WhatsAppKind[];
}

/** Renders the links that open WhatsApp with a text about a booking, and its language. */
export function TellLinks({ booked, kinds }: TellLinksProps) {
  const { data } = useWhatsAppOffer(booked, mayTell(booked));
  const offered = data?.kinds.filter(({ kind }) => kinds.includes(kind)) ?? [];
  if (!data || offered.length === 0) return null;
  const sent = data.sent ?? [];
  const left = offered.filter(({ kind }) => sent.every((each) => each.kind !== kind));
  return (
    <div role="group" aria-label={`Tell ${booked.personName}`} className={classes.links}>
      {left.length > 0 ? (
        <OfferedLinks booked={booked} offer={{ ...data, kinds: left }} />
      ) : (
        <p className={classes.sent}>Samay tells {booked.personName} by itself.</p>
      )}
      <OpenedLines
        booked={booked}
        whatsAppMessages={data.whatsAppMessages.filter(({ kind }) => kinds.includes(kind))}
      />
    </div>
  );
}

/**
 * Renders a link for each kind of an offer. Each opens its own tab by the press itself, which no
 * browser blocks; that it was opened is noted meanwhile.
 */
export function OfferedLinks({ booked, offer }: { booked: Told; offer: WhatsAppOffer }) {
  const { open } = useWhatsAppMessages(booked);
  const [chosen, setChosen] = useState<Language>();
  const language = chosen ?? offer.language;
  const isOnly = offer.kinds.length === 1;
  return (
    <div className={classes.offered}>
      {offer.kinds.map(({ kind, texts }) => (
        <Button
          key={kind}
          component="a"
          variant="default"
          data-toast-act
          title={whenSent}
          href={whatsAppLink(offer.number ?? '', texts[language])}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => !open.isPending && open.mutate({ kind, language: chosen })}
        >
          {isOnly ? 'Tell on WhatsApp' : kindNames[kind]}
        </Button>
      ))}
      <div className={classes.language}>
        <NativeChoice
          label="Language of the message"
          data={languageChoices}
          value={language}
          onChange={(value) => setChosen(value as Language)}
        />
      </div>
    </div>
  );
}

const sentStates: Readonly<Record<SentChange['state'], string>> = {
  queued: 'Samay tells them by itself',
  sent: 'Samay has told them by itself',
  delivered: 'Samay has told them by itself, delivered',
  read: 'Samay has told them by itself, read',
};

/** Lists the changes of which Samay tells the person by itself. */
export function SentLines({ sent }: { sent: readonly SentChange[] }) {
  if (sent.length === 0) return null;
  return (
    <ul className={classes.opened}>
      {sent.map(({ kind, state }) => (
        <li key={kind}>
          {kindNames[kind]}: {sentStates[state]}
        </li>
      ))}
    </ul>
  );
}

/** Lists the messages that were opened, with Undo where the server allows it. */
export function OpenedLines({
  booked,
  whatsAppMessages,
}: {
  booked: Told;
  whatsAppMessages: readonly WhatsAppMessage[];
}) {
  const { undo } = useWhatsAppMessages(booked);
  if (whatsAppMessages.length === 0) return null;
  return (
    <ul className={classes.opened}>
      {whatsAppMessages.map((whatsAppMessage) => (
        <li key={whatsAppMessage.id}>
          <span>
            {kindNames[whatsAppMessage.kind]}: {openedText(whatsAppMessage)}
          </span>
          {whatsAppMessage.mayUndo && (
            <RowButton
              label={`Undo ${kindNames[whatsAppMessage.kind]}`}
              onClick={() => !undo.isPending && undo.mutate(whatsAppMessage)}
            >
              Undo
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
