import { Button, Text } from '@mantine/core';
import { useState } from 'react';

/** Copies a text and confirms it next to the button: pages before the sign-in show no toasts. */
export function CopyTextButton({ text, children }: { text: string; children: string }) {
  const [message, setMessage] = useState('');
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage('Copied');
    } catch {
      setMessage('This browser did not let us copy.');
    }
  };
  return (
    <>
      <Button variant="default" size="sm" onClick={() => void handleCopy()}>
        {children}
      </Button>
      <Text size="sm" role="status">
        {message}
      </Text>
    </>
  );
}
