import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { SmsForm } from './sms-form.tsx';
import { smsQuery } from './sms-query.ts';

/** Renders reminders by SMS with the business's own account, for users who may manage integrations. */
export function SmsSection() {
  const [isOpen, setOpen] = useState(false);
  if (!useSession().permissions.includes('integrations.write')) return null;
  return (
    <LoadedSection
      title="SMS"
      hint={
        'Messages by SMS need an account of your own at MSG91, and your entity, header and texts registered ' +
        'with the operators (DLT): reminders, and where you add their texts confirmations, moves and cancellations. Reminders → Order says when SMS has its turn.'
      }
      query={smsQuery}
      failed="Failed to load your settings of SMS"
    >
      {(settings) =>
        settings.hasKey || isOpen ? (
          <SmsForm settings={settings} />
        ) : (
          <>
            <Text size="sm">SMS is not set up. MSG91 charges you for each part of a message.</Text>
            {settings.may.change && (
              <Button variant="default" mt="sm" onClick={() => setOpen(true)}>
                Set up SMS
              </Button>
            )}
          </>
        )
      }
    </LoadedSection>
  );
}
