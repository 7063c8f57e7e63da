import { IconCopy } from '@tabler/icons-react';
import classes from './copy-button.module.css';
import { toastDone, toastFailed } from '../feedback/toast.tsx';

/** Copies a text and confirms it with a toast. Plain enough for every row of a long list. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      onClick={() => void copy(text)}
    >
      <IconCopy size={16} aria-hidden />
    </button>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastDone('Copied');
  } catch {
    toastFailed(`This browser did not let us copy. The text is ${text}`);
  }
}
