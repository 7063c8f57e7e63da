import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyTextButton } from '../../../ui/controls/copy-text-button.tsx';
import classes from './recovery-codes-card.module.css';

interface RecoveryCodesCardProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the ten recovery codes, only once, with buttons to copy and download them. */
export function RecoveryCodesCard({ codes, onDone }: RecoveryCodesCardProps) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Save these recovery codes where you can find them without your phone. Each works once instead of a
        code from the app. They are not shown again.
      </Text>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <Button variant="default" size="sm" onClick={() => download(codes)}>
          Download
        </Button>
        <CopyTextButton text={codes.join('\n')}>Copy</CopyTextButton>
      </Group>
      <Button onClick={onDone} data-autofocus>
        I have saved them
      </Button>
    </Stack>
  );
}

function download(codes: readonly string[]): void {
  const text = `Samay recovery codes. Each works once.\r\n\r\n${codes.join('\r\n')}\r\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: 'samay-recovery-codes.txt',
  });
  link.click();
  URL.revokeObjectURL(address);
}
