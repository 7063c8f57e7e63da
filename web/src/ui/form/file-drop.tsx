import '@mantine/dropzone/styles.layer.css';
import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';

interface FileDropProps {
  label: string;
  hint: string;
  /** For the chooser, as in `accept`; what is dropped the caller checks itself. */
  accept?: string;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** A place to drop one file on, with a button for the hands and the keyboard. */
export function FileDrop({ label, hint, accept = '', disabled, onFile }: FileDropProps) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      multiple={false}
      disabled={disabled}
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      tabIndex={-1}
      inputProps={{ 'aria-label': 'File', accept }}
    >
      <Stack align="center" gap="xs" py="md">
        <Button leftSection={<IconUpload size={16} aria-hidden />} disabled={disabled} onClick={() => open.current?.()}>
          {label}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {hint}
        </Text>
      </Stack>
    </Dropzone>
  );
}
