import { Text } from '@mantine/core';
import type { StartBusiness } from '@samay/contract/identity/passwords';
import { type ReactNode, useState } from 'react';
import { SignedOutPage } from '../../../ui/layout/signed-out-page.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { startBusiness } from './api.ts';
import { GetStartedForm } from './get-started-form.tsx';
import { getStartedWording } from './wording.ts';

export const freePlan = 'basic';

/** The selection of a plan, rendered inside the form. */
export interface PlanChoice {
  readonly chosen: string;
  readonly picker: ReactNode;
  /** Starts with a paid plan: goes to the payment, or throws an error for the form to show. */
  readonly pay: (start: StartBusiness) => Promise<void>;
}

/**
 * Renders the sign-up page of a business: the owner receives a link by email; a paid plan is paid
 * for first.
 */
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
    <SignedOutPage title="Get started">
      <Text c="dimmed">Enter the name of your business and your email address.</Text>
      <GetStartedForm
        picker={plans?.picker}
        submit={isPaid ? 'Continue to payment' : 'Get started'}
        onStart={handleStart}
      />
      <Text size="sm">
        Do you have an account already? <TextLink to="/login">Sign in</TextLink>
      </Text>
    </SignedOutPage>
  );
}

/** Shows one text for every address: only the email tells its owner whether an account exists. */
function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <SignedOutPage title={getStartedWording.sent}>
      <Text role="status">
        We sent an email to <b>{to}</b>. Open the link in it to set your password. The link works once, within
        24 hours.
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
    </SignedOutPage>
  );
}
