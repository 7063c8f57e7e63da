import { Button, Group, Text } from '@mantine/core';
import type { Subscription } from '@samay/contract/tenancy/payments';
import { fallbackPlan } from '@samay/contract/tenancy/plans';
import { wording } from '@samay/contract/core/wording';
import { formatDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planHelpQuery } from '../../../lib/plan-help.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { MailLink } from '../../../ui/controls/mail-link.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { subscriptionQuery } from './api.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { UsageToggle } from './usage-toggle.tsx';
import { limitText, priceText } from './wording.ts';

/** Renders the plan of the business, its usage and the upgrade, for users who may read it. */
export function SubscriptionSection() {
  if (!useSession().permissions.includes('usage.read')) return null;
  return (
    <LoadedSection title="Subscription Details" query={subscriptionQuery} failed="Failed to load your plan">
      {(subscription) => <CurrentPlan subscription={subscription} />}
    </LoadedSection>
  );
}

function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const [isUpgrading, setUpgrading] = useState(false);
  const { planName, may, offers } = subscription;
  const { bookings } = wording[useSession().businessType ?? 'doctor'];
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text size="sm" c="dimmed">
            Current plan
          </Text>
          <Text fw={600}>{planName}</Text>
          <Text size="sm">{termsText(subscription, bookings)}</Text>
          {subscription.firstDays && (
            <Text size="sm">
              As a new business you have {limitText(subscription.firstDays, bookings)} until{' '}
              {formatDate(subscription.firstDays.until)}, as on the Enterprise plan. What is booked until then
              is never hidden and takes no place afterwards.
            </Text>
          )}
          {subscription.ownLimit && (
            <Text size="sm">
              Raised to {limitText(subscription.ownLimit, bookings)} until{' '}
              {formatDate(subscription.ownLimit.until)}
            </Text>
          )}
        </div>
        {may.upgrade && offers.length > 0 && <Button onClick={() => setUpgrading(true)}>Upgrade</Button>}
      </Group>
      <PaidUntil subscription={subscription} />
      <UsageToggle />
      {isUpgrading && <UpgradeDialog subscription={subscription} onClose={() => setUpgrading(false)} />}
    </>
  );
}

function termsText({ state, plan }: Subscription, bookings: string): string {
  if (plan) return `${priceText(plan)}, ${limitText(plan, bookings)}`;
  return state === 'none'
    ? limitText(fallbackPlan, bookings)
    : `This plan has ended. No ${bookings} can be made until you upgrade.`;
}

/**
 * Renders the next renewal of a plan that is paid monthly, and the reason if it cannot be paid now.
 */
function PaidUntil({
  subscription: { paidUntil, endsOn, paymentsAvailable, may },
}: {
  subscription: Subscription;
}) {
  const isOwner = useSession().permissions.includes('integrations.write');
  return (
    <>
      {paidUntil && endsOn && (
        <Text size="sm">
          Paid until {formatDate(paidUntil)}. Without another payment your business continues on the free plan
          from {formatDate(endsOn)}; nothing is deleted.
        </Text>
      )}
      {isOwner && !paymentsAvailable && (
        <Text size="sm" c="dimmed">
          Payments are not set up here. To upgrade, please contact support.
        </Text>
      )}
      {isOwner && <RaiseHint />}
      {!isOwner && !may.upgrade && (
        <Text size="sm" c="dimmed">
          Ask the owner to upgrade the plan.
        </Text>
      )}
    </>
  );
}

/** Says who raises the limit where no larger plan can be bought. */
function RaiseHint() {
  const { data } = useQuery(planHelpQuery);
  if (!data || data.isForSale || data.support === null) return null;
  return (
    <Text size="sm">
      For a larger limit, write to Samay support: <MailLink email={data.support} />
    </Text>
  );
}
