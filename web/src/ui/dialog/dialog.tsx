import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  size?: string | number;
  /** Questions stay small on a phone; forms and details take the whole screen. */
  small?: boolean;
}

/** A modal that fills a phone's screen, closes by Escape, and gives the focus back to what opened it. */
export function Dialog({ opened, onClose, title, children, size = 'lg', small = false }: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false;
  useReturnFocus(opened);
  useEscape(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={small ? 'sm' : size}
      fullScreen={isPhone && !small}
      centered={small}
      returnFocus={false}
      closeOnEscape={false}
      classNames={{ content: classes.surface ?? '', header: classes.surface ?? '' }}
      // Without a transform, which would catch the fixed calendars and lists of choices within, and cut them at the dialog's edge.
      transitionProps={{ duration: 150, transition: 'fade' }}
    >
      <Modal.Overlay />
      <Modal.Content data-closing={!opened || undefined}>
        {/* The library makes this a banner, of which a page has one. */}
        <Modal.Header role="presentation">
          <Modal.Title fz="md" fw={600} lh="md">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * For lists and calendars that drop down in a dialog: they stay inside it, where a screen reader looks, and are not clipped
 * by it.
 */
export const inDialog = { withinPortal: false, floatingStrategy: 'fixed' } as const;
