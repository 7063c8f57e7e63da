import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { keepFocusInSight } from './keep-focus-in-sight.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  size?: string | number;
  /**
   * Whether the dialog stays small on a phone, as confirmations do; forms and details are full
   * screen.
   */
  small?: boolean;
}

/**
 * Renders a modal dialog: full screen on a phone, closed by Escape, returns the focus to the
 * element that opened it.
 */
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
      // Fades without a transform, which would become the containing block of fixed dropdowns
      // inside, and clip them at the dialog's edge.
      transitionProps={{ duration: 150, transition: 'fade' }}
    >
      <Modal.Overlay />
      <Modal.Content data-closing={!opened || undefined}>
        {/* Mantine renders a banner landmark here, of which a page may have only one. */}
        <Modal.Header role="presentation">
          <Modal.Title fz="md" fw={600} lh="md">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </Modal.Header>
        <Modal.Body ref={keepFocusInSight}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * The combobox and popover options for use inside a dialog: dropdowns stay in the dialog's DOM, for
 * screen readers, and are not clipped by it.
 */
export const inDialog = { withinPortal: false, floatingStrategy: 'fixed' } as const;
