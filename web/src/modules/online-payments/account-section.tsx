import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../lib/session/session.tsx';
import { LoadedSection } from '../../ui/feedback/loaded-section.tsx';
import { AccountForm } from './account-form.tsx';
import { accountQuery } from './account-query.ts';

/** Renders the account at Razorpay by which visitors pay, for users who may manage integrations. */
export function AccountSection() {
  const [isOpen, setOpen] = useState(false);
  if (!useSession().permissions.includes('integrations.write')) return null;
  return (
    <LoadedSection
      title="Payments on the page"
      hint="Visitors pay you by your own account at Razorpay: the money goes from there to your bank, never through us."
      query={accountQuery}
      failed="Failed to load the account for payments"
    >
      {(account) =>
        account.keyId !== null || isOpen ? (
          <AccountForm account={account} />
        ) : (
          <>
            <Text size="sm">
              No account is connected: visitors pay to your UPI id, where you have one, or when they come.
            </Text>
            {account.may.change && (
              <Button variant="default" mt="sm" onClick={() => setOpen(true)}>
                Connect Razorpay
              </Button>
            )}
          </>
        )
      }
    </LoadedSection>
  );
}
