import { Title } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Paper, PaperLine, PaperProposal } from '@samay/contract/invoicing/papers';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FocusedSection } from '../../../ui/layout/focused-section.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import { bookingPapers } from '../../bookings/booking-papers.ts';
import { CreditNotice } from './credit-notice.tsx';
import { MissingHint } from './missing-hint.tsx';
import { PaperDialog, type ShownPaper } from './paper-dialog.tsx';
import { PaperForm } from './paper-form.tsx';
import { nameKind } from './paper-lines.ts';
import classes from './papers.module.css';
import { ProposalButtons } from './proposal-buttons.tsx';

interface PapersSectionProps {
  appointment: Appointment;
  /** Called before a link leads to another page. */
  onLeave: () => void;
}

/**
 * Lists the papers of a booking, oldest first, and creates those that can be created now. Renders
 * nothing where there is none and none can be created.
 */
export function PapersSection({ appointment, onLeave }: PapersSectionProps) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(bookingPapers(appointment.id));
  const [shown, setShown] = useState<ShownPaper | null>(null);
  const [asked, setAsked] = useState<PaperProposal | null>(null);
  const { papers = [], proposals = [], credit = null, missing = null } = data ?? {};
  const show = (paper: Paper) => setShown({ id: paper.id, isPrinted: true });
  const close = () => setAsked(null);
  if (papers.length === 0 && proposals.length === 0 && missing === null && !error) return null;
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={3} size="sm" id={id}>
        Receipts and invoices
      </Title>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load receipts and invoices')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <PaperLines papers={papers} onShow={setShown} />
      {missing && <MissingHint missing={missing} day={appointment.date} onLeave={onLeave} />}
      {asked && (
        <FocusedSection>
          <PaperForm
            appointment={appointment}
            proposal={asked}
            onMade={(paper) => (close(), show(paper))}
            onCancel={close}
          />
        </FocusedSection>
      )}
      {/* Hides the buttons instead of unmounting them, so that the focus can return to them. */}
      <div hidden={asked !== null} className={classes.section}>
        {credit && <CreditNotice appointmentId={appointment.id} credit={credit} onAsk={setAsked} />}
        <ProposalButtons
          appointmentId={appointment.id}
          proposals={proposals}
          onMade={show}
          onAsk={setAsked}
        />
      </div>
      {shown && <PaperDialog shown={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

interface PaperLinesProps {
  papers: readonly PaperLine[];
  onShow: (shown: ShownPaper) => void;
}

function PaperLines({ papers, onShow }: PaperLinesProps) {
  if (papers.length === 0) return null;
  return (
    <ol className={classes.lines}>
      {papers.map(({ id, kind, number, date, total, isVoid }) => (
        <li key={id} className={classes.line}>
          <div className={classes.text}>
            <b>{`${nameKind(kind, isVoid)}, ${formatRupees(total)}`}</b>
            <span>{`${number} · ${formatDate(date)}`}</span>
          </div>
          <RowButtons>
            <RowButton label={`View ${number}`} onClick={() => onShow({ id, isPrinted: false })}>
              View
            </RowButton>
            <RowButton label={`Print ${number}`} onClick={() => onShow({ id, isPrinted: true })}>
              Print
            </RowButton>
          </RowButtons>
        </li>
      ))}
    </ol>
  );
}
