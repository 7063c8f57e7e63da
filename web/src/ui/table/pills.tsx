import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './pills.module.css';

interface PillsProps<Value extends string> {
  /** The label of the group. */
  label: string;
  options: readonly { readonly value: Value; readonly name: string; readonly after?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Renders a row of toggle buttons, one of which is pressed. It scrolls horizontally on a phone. */
export function Pills<Value extends string>({ label, options, value, onChange }: PillsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={classes.pills}>
      {options.map((option) => (
        <Pill key={option.value} isPressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.name}
          {option.after}
        </Pill>
      ))}
    </div>
  );
}

interface PillProps {
  isPressed: boolean;
  /** Whether the button is outside a group, with a border. */
  isAlone?: boolean;
  title?: string;
  onClick: () => void;
  children: ReactNode;
}

/** Renders a toggle button. */
export function Pill({ isPressed, isAlone = false, title, onClick, children }: PillProps) {
  return (
    <UnstyledButton
      className={classes.pill ?? ''}
      aria-pressed={isPressed}
      data-alone={isAlone || undefined}
      title={title}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  );
}
