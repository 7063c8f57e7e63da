import '@mantine/dropzone/styles.layer.css';
import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';

interface FileDropProps {
  label: string;
  hint: string;
  /** The `accept` attribute of the file input. The caller checks dropped files itself. */
  accept?: string;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Renders a drop zone for one file, with a button for mouse and keyboard. */
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
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          disabled={disabled}
          onClick={() => open.current?.()}
        >
          {label}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {hint}
        </Text>
      </Stack>
    </Dropzone>
  );
}
