import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useReturnedFocus } from './use-returned-focus.ts';

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
  useReturnedFocus(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={small ? 'sm' : size}
      fullScreen={isPhone && !small}
      centered={small}
      returnFocus={false}
      transitionProps={{ duration: 150 }}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
    >
      {children}
    </Modal>
  );
}
