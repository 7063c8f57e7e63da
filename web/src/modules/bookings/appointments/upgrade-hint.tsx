import type { PlanHelp } from '@samay/contract/tenancy/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { planHelpQuery } from '../../../lib/plan-help.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { MailLink } from '../../../ui/controls/mail-link.tsx';
import { useAppointmentWording } from '../wording.ts';

interface UpgradeHintProps {
  /** The purpose of more places, as it follows "to". */
  purpose: string;
  /** Called before the link to Settings is followed. */
  onLeave?: () => void;
}

/**
 * Renders how to exceed the plan's limit, as part of a sentence: for users who may upgrade a link to
 * Settings, or the platform's address where no larger plan is sold; for all others the owners, by
 * name and address.
 */
export function UpgradeHint({ purpose, onLeave }: UpgradeHintProps) {
  const { settingsPath } = useAppointmentWording();
  const { data: help } = useQuery(planHelpQuery);
  const isForSale = help?.isForSale ?? true;
  if (!useSession().permissions.includes('integrations.write'))
    return (
      <>
        Ask the owner to {isForSale ? 'upgrade the plan' : 'have the limit raised'} to {purpose}
        {help && help.owners.length > 0 && (
          <>
            : <Owners owners={help.owners} />
          </>
        )}
        .
      </>
    );
  if (!isForSale)
    return (
      <>
        To {purpose}, ask Samay support to raise the limit
        {help?.support && (
          <>
            : <MailLink email={help.support} />
          </>
        )}
        .
      </>
    );
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

function Owners({ owners }: Pick<PlanHelp, 'owners'>) {
  return owners.map(({ name, email }, at) => (
    <Fragment key={email}>
      {at > 0 && ', '}
      {name !== null && `${name}, `}
      <MailLink email={email} />
    </Fragment>
  ));
}
