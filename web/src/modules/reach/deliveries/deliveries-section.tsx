import type { Deliveries } from '@samay/contract/reach/deliveries';
import { wording } from '@samay/contract/core/wording';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSession } from '../../../lib/session/session.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { deliveriesQuery } from './api.ts';
import { DeliveriesCard } from './deliveries-card.tsx';
import { needsAttention } from './wording.ts';

/** Renders the state of deliveries to third parties, for users who may manage integrations. */
export function DeliveriesSection() {
  const { permissions, businessType } = useSession();
  if (!permissions.includes('integrations.write')) return null;
  const { bookings } = wording[businessType ?? 'doctor'];
  return (
    <LoadedSection
      title="Deliveries"
      hint={
        `What Samay sent about your ${bookings} in the last 30 days, and whether it was ` +
        'delivered. A failed delivery is tried again for a day.'
      }
      aside={attentionBadge}
      query={deliveriesQuery}
      failed="Failed to load deliveries"
    >
      {(deliveries) => <DeliveriesCard deliveries={deliveries} />}
    </LoadedSection>
  );
}

function attentionBadge(deliveries: Deliveries) {
  return (
    deliveries.needsAttention && <Badge tone="attention" text={needsAttention} icon={IconAlertTriangle} />
  );
}
