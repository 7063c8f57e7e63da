import { toastDone, toastFailed } from './toast.tsx';

interface SharedText {
  readonly title: string;
  readonly lines: readonly string[];
  /** The message after the text was copied. */
  readonly copied: string;
  readonly failed: string;
}

/** Shares text with another app, such as a messenger, or copies it if the browser cannot share. */
export async function shareText({ title, lines, copied, failed }: SharedText): Promise<void> {
  const sharing: Partial<Pick<Navigator, 'share'>> = navigator;
  const text = lines.join('\n');
  try {
    if (sharing.share) return await sharing.share({ title, text });
    await navigator.clipboard.writeText(text);
    toastDone(copied);
  } catch (error) {
    // The user closed the share dialog without a choice.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toastFailed(failed);
  }
}
