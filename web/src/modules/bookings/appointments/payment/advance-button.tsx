import { Button } from '@mantine/core';
import { advanceMethod, formatRupees } from '@samay/contract/core/money';
import { focusIfLost, focusOnce } from '../../method-buttons.tsx';
import classes from './take-money.module.css';

interface AdvanceButtonProps {
  /** The amount of the advance that is spent, in paise. */
  paise: number;
  /** Whether it stands above the payment methods, as the one to press. */
  isFirst: boolean;
  /** Whether it takes the focus when it appears. */
  isFocused: boolean;
  onSpend: (paise: number) => void;
}

/** Renders the button that spends the person's advance. Renders nothing if there is none to spend. */
export function AdvanceButton({ paise, isFirst, isFocused, onSpend }: AdvanceButtonProps) {
  if (paise <= 0) return null;
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      className={isFirst ? (classes.first ?? '') : ''}
      data-autofocus={isFirst || undefined}
      {...(isFirst && { ref: isFocused ? focusOnce : focusIfLost })}
      onClick={() => onSpend(paise)}
    >
      {advanceMethod} {formatRupees(paise)}
    </Button>
  );
}
