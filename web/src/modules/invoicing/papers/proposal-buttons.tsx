import { Button, Group } from '@mantine/core';
import { isAddressed, type Paper, paperNames, type PaperProposal } from '@samay/contract/invoicing/papers';
import { useId, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import classes from './papers.module.css';
import { getFirst, proposalKey, proposalName } from './proposals.ts';
import { useMakePaper } from './use-make-paper.ts';

interface ProposalButtonsProps {
  appointmentId: string;
  proposals: readonly PaperProposal[];
  onMade: (paper: Paper) => void;
  /** Opens the form of a proposal. */
  onAsk: (proposal: PaperProposal) => void;
}

/**
 * Renders the button that creates the first proposal with one press, the one that asks for its
 * recipient, and behind *More* all others.
 */
export function ProposalButtons({ appointmentId, proposals, onMade, onAsk }: ProposalButtonsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const make = useMakePaper(appointmentId, onMade);
  const first = getFirst(proposals);
  const others = proposals.filter((proposal) => proposal !== first);

  function handlePress(proposal: PaperProposal): void {
    if (proposal.kind === 'credit_note' || isAddressed(proposal, null)) onAsk(proposal);
    else if (!make.isPending) make.mutate({ proposal });
  }

  if (proposals.length === 0) return null;
  return (
    <>
      {make.isError && (
        <FailureNotice text={errorText(make.error, 'Failed to create the receipt or invoice')} />
      )}
      <Group gap="xs" className={classes.buttons ?? ''}>
        {first && (
          <Button variant="default" loading={make.isPending} onClick={() => handlePress(first)}>
            {paperNames[first.kind]}
          </Button>
        )}
        {/* A paper that names another one has that one's recipient. */}
        {first?.of === null && (
          <Button variant="default" onClick={() => onAsk(first)}>
            For a company…
          </Button>
        )}
        {others.length > 0 && (
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label="More receipts and invoices"
            onClick={() => setOpen(!isOpen)}
          >
            More
          </Button>
        )}
      </Group>
      <Group gap="xs" mt={isOpen ? 'xs' : 0} id={id} className={classes.buttons ?? ''}>
        {isOpen &&
          others.map((proposal) => (
            <Button key={proposalKey(proposal)} variant="default" onClick={() => handlePress(proposal)}>
              {proposalName(proposal)}
            </Button>
          ))}
      </Group>
    </>
  );
}
