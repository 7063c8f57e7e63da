import { Button, Group, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { SessionLine } from '@samay/contract/identity/sessions';
import { formatInstant } from '@samay/contract/core/time';
import { Badge } from '../../../ui/table/badge.tsx';
import classes from './session-row.module.css';
import { deviceName } from './wording.ts';

const phones = new Set(['Android', 'iOS']);

/** Renders one session of the user. Every session except the current one can be ended. */
export function SessionRow({ session, onEnd }: { session: SessionLine; onEnd: () => void }) {
  const name = deviceName(session);
  const Sign = phones.has(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Sign size={24} aria-hidden className={classes.sign ?? ''} />
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          {session.isCurrent && <Badge tone="good" text="This browser" />}
        </Group>
        <Text size="xs" c="dimmed">
          Last used {formatInstant(session.lastUsedAt)}
          <br />
          Since {formatInstant(session.startedAt)}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button variant="default" size="sm" onClick={onEnd} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}
