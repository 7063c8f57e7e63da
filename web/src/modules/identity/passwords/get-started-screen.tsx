import { Text } from '@mantine/core';
import type { StartBusiness } from '@samay/contract/identity/passwords';
import { type ReactNode, useState } from 'react';
import { EntrancePage } from '../../../ui/layout/entrance-page.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { startBusiness } from './api.ts';
import { GetStartedForm } from './get-started-form.tsx';
import { getStartedWords } from './wording.ts';

export const freePlan = 'basic';

/** A choice of plans, drawn into the form. */
export interface PlanChoice {
  readonly chosen: string;
  readonly picker: ReactNode;
  /** Begins with a paid plan: goes to the payment, or throws for the form to say why not. */
  readonly pay: (start: StartBusiness) => Promise<void>;
}

/** Where a business begins (decisions, "People"): its name and an e-mail, and a link comes by mail; a paid plan goes by the payment first. */
export function GetStartedScreen({ plans }: { plans?: PlanChoice }) {
  const [sentTo, setSentTo] = useState<string>();
  const isPaid = plans !== undefined && plans.chosen !== freePlan;

  const handleStart = async (start: StartBusiness) => {
    if (isPaid) return plans.pay(start);
    await startBusiness(start);
    setSentTo(start.email);
  };

  if (sentTo !== undefined) return <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />;
  return (
    <EntrancePage title="Get started">
      <Text c="dimmed">Enter the name of your business and your email address.</Text>
      <GetStartedForm picker={plans?.picker} submit={isPaid ? 'Continue to payment' : 'Get started'} onStart={handleStart} />
      <Text size="sm">
        Do you have an account already? <TextLink to="/login">Sign in</TextLink>
      </Text>
    </EntrancePage>
  );
}

/** The same for every address: only its owner learns from the letter whether it has an account. */
function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <EntrancePage title={getStartedWords.sent}>
      <Text role="status">
        We sent an email to <b>{to}</b>. Open the link in it to set your password. The link works once, within 24 hours.
      </Text>
      <Text size="sm" c="dimmed">
        No email? Check your spam folder, or{' '}
        <TextLink
          to="/get-started"
          onClick={(event) => {
            event.preventDefault();
            onAgain();
          }}
        >
          try another address
        </TextLink>
        .
      </Text>
    </EntrancePage>
  );
}
