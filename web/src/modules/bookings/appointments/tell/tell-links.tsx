import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Telling, TellingOffer } from '@samay/contract/bookings/tellings';
import { kindNames, languageChoices, nothingIsSent } from '@samay/contract/bookings/tellings/labels';
import type { Language, TellingKind } from '@samay/contract/bookings/tellings/message-words';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import { useState } from 'react';
import { NativeChoice } from '../../../../ui/form/native-choice.tsx';
import { RowButton } from '../../../../ui/table/row-button.tsx';
import { useTellingOffer, useTellings } from './api.ts';
import { mayTell } from './may-tell.ts';
import { openedText } from './opened-text.ts';
import classes from './tell.module.css';

type Told = Pick<Appointment, 'id' | 'updatedAt' | 'personName'>;

interface TellLinksProps {
  booked: Told & Pick<Appointment, 'may' | 'personContact'>;
  /** The kinds to offer, if they fit the booking. */
  kinds: readonly TellingKind[];
}

/** Renders the links that open WhatsApp with a text about a booking, and its language. */
export function TellLinks({ booked, kinds }: TellLinksProps) {
  const { data } = useTellingOffer(booked, mayTell(booked));
  const offered = data?.kinds.filter(({ kind }) => kinds.includes(kind)) ?? [];
  if (!data || offered.length === 0) return null;
  return (
    <div role="group" aria-label={`Tell ${booked.personName}`} className={classes.links}>
      <OfferedLinks booked={booked} offer={{ ...data, kinds: offered }} />
      <OpenedLines booked={booked} tellings={data.tellings.filter(({ kind }) => kinds.includes(kind))} />
    </div>
  );
}

/**
 * Renders a link for each kind of an offer. Each opens its own tab by the press itself, which no
 * browser blocks; that it was opened is noted meanwhile.
 */
export function OfferedLinks({ booked, offer }: { booked: Told; offer: TellingOffer }) {
  const { open } = useTellings(booked);
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
          title={nothingIsSent}
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

/** Lists the messages that were opened, with Undo where the server allows it. */
export function OpenedLines({ booked, tellings }: { booked: Told; tellings: readonly Telling[] }) {
  const { undo } = useTellings(booked);
  if (tellings.length === 0) return null;
  return (
    <ul className={classes.opened}>
      {tellings.map((telling) => (
        <li key={telling.id}>
          <span>
            {kindNames[telling.kind]}: {openedText(telling)}
          </span>
          {telling.mayUndo && (
            <RowButton
              label={`Undo ${kindNames[telling.kind]}`}
              onClick={() => !undo.isPending && undo.mutate(telling)}
            >
              Undo
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
