import { Button } from '@mantine/core';
import classes from './form-buttons.module.css';

interface FormButtonsProps {
  submit: string;
  /** More about what the submit button does, in a second line. */
  what?: string;
  /** The label of the submit button while it is busy and disabled. */
  waiting: string;
  busy: boolean;
  /** Whether there is nothing to submit yet. */
  empty?: boolean;
  /** The label of the button that discards the form. */
  close?: string;
  onClose: () => void;
}

/**
 * Renders the buttons at the end of a form in a dialog. They stick to its bottom while a long form
 * is scrolled.
 */
export function FormButtons({
  submit,
  what = '',
  waiting,
  busy,
  empty = false,
  close = 'Cancel',
  onClose,
}: FormButtonsProps) {
  return (
    <div className={classes.buttons} data-sticks>
      <Button variant="default" onClick={onClose}>
        {close}
      </Button>
      <Button
        type="submit"
        disabled={busy || empty}
        classNames={{ root: classes.submit ?? '', label: classes.label ?? '' }}
      >
        <span>
          {busy ? waiting : submit}
          {what !== '' && (
            <>
              {' '}
              <span className={classes.what}>{what}</span>
            </>
          )}
        </span>
      </Button>
    </div>
  );
}
