import { Button } from '@mantine/core';
import classes from './form-buttons.module.css';

interface FormButtonsProps {
  submit: string;
  /** What the button says while it waits; it is disabled then. */
  waiting: string;
  busy: boolean;
  /** The way out: what was typed is discarded. */
  close?: string;
  onClose: () => void;
}

/** The end of every form in a dialog; on a phone it stays within the thumb's reach. */
export function FormButtons({ submit, waiting, busy, close = 'Cancel', onClose }: FormButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onClose}>
        {close}
      </Button>
      <Button type="submit" disabled={busy}>
        {busy ? waiting : submit}
      </Button>
    </div>
  );
}
