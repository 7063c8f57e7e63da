import { wording } from '@samay/contract/core/wording';
import type { BusinessType } from '@samay/contract/core/roles';
import type { WebhookName } from '@samay/contract/reach/webhooks';

interface WebhookTexts {
  readonly label: string;
  /** The content of a message. */
  readonly holds: string;
}

/** Returns the event and the content of each webhook. */
export function webhookWording(businessType: BusinessType): Record<WebhookName, WebhookTexts> {
  const { booking, person } = wording[businessType];
  const a = businessType === 'doctor' ? 'an' : 'a';
  const doctor = businessType === 'doctor' ? ', the doctor' : '';
  return {
    calendar_event: {
      label: `When ${a} ${booking} is created`,
      holds: `Receives the start time and the ${person}'s name.`,
    },
    cancel: {
      label: `When ${a} ${booking} is cancelled`,
      holds: `Receives its id, date and time${doctor} and the ${person}'s name.`,
    },
  };
}

export const secretWording = {
  title: 'Your signing secret',
  once:
    'Give it to the software that receives the messages. ' +
    'The software needs it to check that they come from Samay. It is not shown again.',
  question:
    'From now on messages are signed with the new secret. ' +
    'Software that still has the old secret refuses them.',
};
