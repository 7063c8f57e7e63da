import type { Icon } from '@tabler/icons-react';
import type { Tone } from '../../lib/status-tone.ts';
import classes from './badge.module.css';

interface BadgeProps {
  tone: Tone;
  text: string;
  icon?: Icon;
}

/** A word on a quiet ground. The word carries the meaning; colour and icon only help the eye. */
export function Badge({ tone, text, icon: Sign }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {Sign && <Sign size={14} stroke={2} aria-hidden />}
      {text}
    </span>
  );
}
