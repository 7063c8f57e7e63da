import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { webhooksQuery } from './api.ts';
import { WebhooksForm } from './webhooks-form.tsx';

/** Renders the webhooks of the business, for users who may manage integrations. */
export function WebhooksSection() {
  if (!useSession().permissions.includes('integrations.write')) return null;
  return (
    <LoadedSection
      title="Webhooks"
      hint={
        'When something is booked or cancelled, Samay sends a signed message to the web ' +
        'address of your own software.'
      }
      query={webhooksQuery}
      failed="Failed to load your webhooks"
    >
      {(webhooks) => <WebhooksForm webhooks={webhooks} />}
    </LoadedSection>
  );
}
