import type { Icon } from '@tabler/icons-react';
import type { Tone } from '../../lib/status-tone.ts';
import classes from './badge.module.css';

interface BadgeProps {
  tone: Tone;
  text: string;
  icon?: Icon;
}

/** Renders a status badge. The text carries the meaning; colour and icon only support it. */
export function Badge({ tone, text, icon: Sign }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {Sign && <Sign size={14} stroke={2} aria-hidden />}
      {text}
    </span>
  );
}
