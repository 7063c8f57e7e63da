import { ActionIcon, Group, List, Stack, Text, Title } from '@mantine/core';
import {
  changeChannelOrder,
  channelNames,
  type NoticeChannel,
  type NoticeSettings,
} from '@samay/contract/reach/notices';
import { capitalise } from '@samay/contract/core/wording';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';

interface Props {
  readonly settings: NoticeSettings;
  readonly onSaved: (settings: NoticeSettings) => void;
}

/** Renders the channels in the order in which they are tried, with buttons that move each. */
export function ChannelOrder({ settings: { order: saved, on, may }, onSaved }: Props) {
  const change = useMutation({
    mutationFn: (order: NoticeChannel[]) => call(changeChannelOrder, { body: { order } }),
    onSuccess: (settings) => {
      onSaved(settings);
      toastDone('Order saved');
    },
  });
  const order = change.isPending ? change.variables : saved;
  const move = (at: number, by: -1 | 1) => {
    const [own, other] = [order[at], order[at + by]];
    if (change.isPending || !own || !other) return;
    change.mutate(order.with(at, other).with(at + by, own));
  };
  return (
    <Stack gap="xs">
      <Title order={3}>Order</Title>
      <Text size="sm">
        The first one that reaches a person is used, and the next where it does not. What is off is left out.
      </Text>
      <List type="ordered" listStyleType="none" aria-label="Order of the channels">
        {order.map((channel, at) => (
          <List.Item key={channel} styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" flex={1}>
                {`${at + 1}. ${capitalise(channelNames[channel])}${on.includes(channel) ? '' : ' (off)'}`}
              </Text>
              {([-1, 1] as const).map((by) => (
                <ActionIcon
                  key={by}
                  variant="default"
                  size={44}
                  aria-label={`Move ${channelNames[channel]} ${by < 0 ? 'up' : 'down'}`}
                  // Stays in reach of the keys at the end of the list.
                  aria-disabled={!(may.change && order[at + by])}
                  {...(!(may.change && order[at + by]) && { 'data-disabled': true })}
                  onClick={() => may.change && move(at, by)}
                >
                  {by < 0 ? <IconArrowUp size={20} aria-hidden /> : <IconArrowDown size={20} aria-hidden />}
                </ActionIcon>
              ))}
            </Group>
          </List.Item>
        ))}
      </List>
      {change.isError && <FailureNotice text={errorText(change.error, 'The order could not be saved')} />}
    </Stack>
  );
}
