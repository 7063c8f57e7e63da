import { Input, Stack, TextInput } from '@mantine/core';
import { cancelReasons } from '@samay/contract/bookings/transitions';
import type { BusinessType } from '@samay/contract/core/roles';
import { useState } from 'react';
import { Pill } from '../../../../ui/table/pills.tsx';
import { focusOnce } from '../../method-buttons.tsx';
import classes from './cancel-reason-choice.module.css';

interface CancelReasonChoiceProps {
  businessType: BusinessType;
  /** The reason; empty where none is given. */
  value: string;
  onChange: (reason: string) => void;
}

/** Asks why a booking is cancelled: a press on a usual reason, or typed. None needs to be given. */
export function CancelReasonChoice({ businessType, value, onChange }: CancelReasonChoiceProps) {
  const [isOther, setOther] = useState(false);

  function choose(reason: string): void {
    setOther(false);
    onChange(reason === value ? '' : reason);
  }

  function chooseOther(): void {
    setOther(!isOther);
    onChange('');
  }

  return (
    <Stack gap={8}>
      <div>
        <Input.Label component="div">Why? (optional)</Input.Label>
        <div role="group" aria-label="Why? (optional)" className={classes.reasons}>
          {cancelReasons[businessType].map((reason) => (
            <Pill
              key={reason}
              isAlone
              isPressed={!isOther && reason === value}
              onClick={() => choose(reason)}
            >
              {reason}
            </Pill>
          ))}
          <Pill isAlone isPressed={isOther} onClick={chooseOther}>
            Other…
          </Pill>
        </div>
      </div>
      {isOther && (
        <TextInput
          ref={focusOnce}
          aria-label="Reason"
          placeholder="Reason"
          maxLength={200}
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Stack>
  );
}
