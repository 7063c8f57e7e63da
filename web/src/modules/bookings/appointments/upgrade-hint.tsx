import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { useAppointmentWording } from '../wording.ts';

interface UpgradeHintProps {
  /** The purpose of a larger plan, as it follows "to". */
  purpose: string;
  /** Called before the link to Settings is followed. */
  onLeave?: () => void;
}

/**
 * Renders how to exceed the plan's limit, as part of a sentence: a link to Settings for users who
 * may upgrade, a reference to the owner for all others.
 */
export function UpgradeHint({ purpose, onLeave }: UpgradeHintProps) {
  const { settingsPath } = useAppointmentWording();
  if (!useSession().permissions.includes('integrations.write'))
    return `Ask the owner to upgrade the plan to ${purpose}.`;
  return (
    <>
      To {purpose},{' '}
      <TextLink to={settingsPath} {...(onLeave && { onClick: onLeave })}>
        upgrade your plan in Settings
      </TextLink>
      .
    </>
  );
}
