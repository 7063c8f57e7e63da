import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  /** Whether the form has unsaved values. */
  isDirty: boolean;
  onClose: () => void;
  size?: string;
  /** The form. Its cancel button calls `askToClose`. */
  children: (askToClose: () => void) => ReactNode;
}

/** Renders a dialog with a form. Closing it with unsaved values asks for confirmation. */
export function FormDialog({ title, isDirty, onClose, size = 'md', children }: FormDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const askToClose = () => (isDirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog opened onClose={askToClose} title={title} size={size}>
        {children(askToClose)}
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title="Discard what you typed?"
        question="Your changes have not been saved yet."
        yes="Discard"
        no="Keep editing"
        onYes={onClose}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
