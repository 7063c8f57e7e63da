import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { OnlineBooking } from '@samay/contract/public/online-booking';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { onlineBookingQuery } from './api.ts';
import { OnlineForm } from './online-form.tsx';

/** Renders the public page's address to share, and what it shows, for owners to change. */
export function OnlineSection() {
  return (
    <LoadedSection
      title="Page for everyone"
      hint={
        'On it everyone sees your address, services and free times, and asks for one or books it without an account. ' +
        'A request counts in your plan once you confirm it.'
      }
      query={onlineBookingQuery}
      failed="Failed to load the public page"
    >
      {(online) => (
        <Stack gap="md">
          <Address online={online} />
          <OnlineForm key={JSON.stringify(online)} online={online} />
        </Stack>
      )}
    </LoadedSection>
  );
}

/** Renders the address with what one does with it: open, copy, print. */
function Address({ online: { address } }: { online: OnlineBooking }) {
  if (address === null) return <Text size="sm">The page is off: nobody sees it.</Text>;
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        <Anchor
          href={address}
          target="_blank"
          rel="noreferrer"
          display="flex"
          mih={44}
          style={{ overflowWrap: 'anywhere', alignItems: 'center' }}
        >
          {address}
        </Anchor>
        <CopyButton text={address} label="Copy address" />
      </Group>
      <Anchor
        size="sm"
        display="flex"
        mih={44}
        style={{ alignItems: 'center' }}
        href={`${address}/poster`}
        target="_blank"
        rel="noreferrer"
      >
        Poster with a code to print
      </Anchor>
    </Stack>
  );
}
