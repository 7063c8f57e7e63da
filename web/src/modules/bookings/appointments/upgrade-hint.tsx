import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { useAppointmentWording } from './wording.ts';

interface UpgradeHintProps {
  /** What a larger plan is for, after "to". */
  purpose: string;
  /** Before the way to Settings is taken. */
  onLeave?: () => void;
}

/** How to get beyond the plan's limit, within a sentence: Settings for who may upgrade, the owner for everyone else. */
export function UpgradeHint({ purpose, onLeave }: UpgradeHintProps) {
  const { settingsPath } = useAppointmentWording();
  if (!useSession().permissions.includes('integrations.write')) return `Ask the owner to upgrade the plan to ${purpose}.`;
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
