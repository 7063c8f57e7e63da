import { Radio, Stack, Text } from '@mantine/core';
import { type BusinessType } from '@samay/contract/core/roles';
import classes from './business-type-form.module.css';
import { typeHints, typeNames } from './wording.ts';

interface BusinessTypeFormProps {
  value: BusinessType | null;
  hasError: boolean;
  onChange: (type: BusinessType) => void;
}

const types: readonly BusinessType[] = ['doctor', 'turf'];

/** Renders step 1: the type of business. */
export function BusinessTypeForm({ value, hasError, onChange }: BusinessTypeFormProps) {
  return (
    <Radio.Group aria-label="Business type" value={value} onChange={onChange}>
      <Stack gap="sm">
        {types.map((type) => (
          <Radio.Card
            key={type}
            value={type}
            className={classes.card ?? ''}
            mod={{ error: hasError }}
            aria-label={typeNames[type]}
          >
            <Radio.Indicator />
            <span>
              <Text component="span" display="block" fw={600}>
                {typeNames[type]}
              </Text>
              <Text component="span" display="block" size="sm" c="dimmed">
                {typeHints[type]}
              </Text>
            </span>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
