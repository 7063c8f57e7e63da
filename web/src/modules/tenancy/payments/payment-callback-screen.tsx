import type { VerifiedPayment } from '@samay/contract/tenancy/payments';
import { Alert, Group, Loader, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ButtonLink, HomeButton } from '../../../ui/controls/links.tsx';
import { NoticePage } from '../../../ui/layout/notice-page.tsx';
import { type Outcome, type PaymentCallbackQuery, usePaymentResult } from './use-payment-result.ts';

/** The delay before the redirect. */
const redirectMs = 3000;

/**
 * The time until the page says that the payment is not confirmed; together with its loading below 6
 * s.
 */
const lateMs = 4000;

interface PaymentCallbackScreenProps {
  returned: PaymentCallbackQuery;
  isSignedIn: boolean;
  /** The page on which a plan can be chosen again. */
  again: string;
}

/** Renders the page that the payment provider redirects to: processing, successful or failed. */
export function PaymentCallbackScreen({ returned, isSignedIn, again }: PaymentCallbackScreenProps) {
  const outcome = usePaymentResult(returned);
  if (outcome.state === 'processing') return <Processing late={outcome.late} />;
  if (outcome.state === 'successful')
    return <Successful result={outcome.result} goesOn={isSignedIn && outcome.result.next !== 'mail'} />;
  return (
    <NoticePage
      title="Payment Failed"
      actions={
        <>
          {outcome.isUnpaid && <ButtonLink to={again}>Choose a plan again</ButtonLink>}
          <HomeButton variant={outcome.isUnpaid ? 'default' : 'filled'} />
        </>
      }
    >
      <Alert color="red" role="alert">
        {outcome.text}
      </Alert>
      <Text mt="sm">{outcome.hint}</Text>
    </NoticePage>
  );
}

/**
 * Shows that the payment is being verified; after some seconds it reports the problem and continues
 * verifying.
 */
function Processing({ late }: Pick<Extract<Outcome, { state: 'processing' }>, 'late'>) {
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), lateMs, { autoInvoke: true });
  return (
    <NoticePage title="Processing Payment" actions={isLate && <HomeButton variant="default" />}>
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        We are checking your payment. Please keep this page open.
      </Group>
      {isLate && (
        <>
          <Alert color="yellow" role="alert" mt="sm">
            {late.text}
          </Alert>
          <Text mt="sm">{late.hint}</Text>
        </>
      )}
    </NoticePage>
  );
}

/** Redirects signed-in users. New ones have to open the link in their email first. */
function Successful({ result, goesOn }: { result: VerifiedPayment; goesOn: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [goesOn, navigate]);
  return (
    <NoticePage
      title="Payment Successful"
      actions={
        goesOn ? (
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        ) : (
          <>
            <ButtonLink to="/login">Sign in</ButtonLink>
            <HomeButton />
          </>
        )
      }
    >
      <div role="status">
        <Text>{result.message}</Text>
        {!goesOn && result.next === 'link' && (
          <Text mt="sm">
            We sent an email to <b>{result.email}</b>. Open the link in it to set your password and go to your
            new business.
          </Text>
        )}
        {goesOn && <Text mt="sm">Your dashboard opens in a moment.</Text>}
      </div>
    </NoticePage>
  );
}
