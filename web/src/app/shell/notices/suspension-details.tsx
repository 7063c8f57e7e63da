import { Group, Text } from '@mantine/core';
import { useSession } from '../../../lib/session/session.tsx';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { getSettingsPath } from '../../routing/navigation.ts';

/**
 * Renders the reason of a suspension, the address to write to, and a link to the payment where one
 * ends it.
 */
export function SuspensionDetails() {
  const session = useSession();
  const { suspension, permissions } = session;
  const settings = getSettingsPath(session);
  const mayPay = suspension?.untilPaid === true && permissions.includes('integrations.write');
  return (
    <>
      {suspension?.reason && <Text size="sm">The reason: {suspension.reason}</Text>}
      {suspension?.contact && (
        <Text size="sm">
          Write to <a href={`mailto:${suspension.contact}`}>{suspension.contact}</a>.
        </Text>
      )}
      {suspension?.untilPaid && !mayPay && <Text size="sm">It ends when the owner pays for a plan.</Text>}
      {mayPay && settings !== undefined && (
        <Group mt="sm" gap="sm">
          <ButtonLink to={settings}>Pay</ButtonLink>
          <Text size="sm">The suspension ends when the payment arrives.</Text>
        </Group>
      )}
    </>
  );
}
