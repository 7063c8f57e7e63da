import { ActionIcon, Button, Chip, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { inDialog } from '../../../ui/dialog/dialog.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import type { Bookable } from '../api.ts';
import { isoWeekdays, nameOfWeekday } from '../hours-values.ts';
import { useAvailabilityWording } from '../wording.ts';
import classes from './price-rules-fields.module.css';
import { emptyRule, type ServiceValues } from './service-values.ts';

interface PriceRulesFieldsProps {
  form: UseFormReturnType<ServiceValues>;
  resources: readonly Bookable[];
}

/**
 * Edits other prices on some weekdays, at some hours or for one doctor or court, such as an evening
 * price.
 */
export function PriceRulesFields({ form, resources }: PriceRulesFieldsProps) {
  const { rules } = form.values;
  return (
    <Input.Wrapper
      label="Other prices"
      labelElement="div"
      description="Such as an evening or a weekend price. Where several match, the last one applies."
    >
      <Stack gap="sm" mt="xs">
        {rules.map(({ key }, at) => (
          <RuleFields
            key={key}
            form={form}
            at={at}
            resources={resources}
            onRemove={() => form.removeListItem('rules', at)}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={rules.length >= 50}
            onClick={() => form.insertListItem('rules', emptyRule())}
          >
            Add a price
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}

interface RuleFieldsProps extends PriceRulesFieldsProps {
  at: number;
  onRemove: () => void;
}

function RuleFields({ form, at, resources, onRemove }: RuleFieldsProps) {
  const { everyResource, Resource } = useAvailabilityWording();
  const name = `Price ${at + 1}`;
  const choices = [
    { value: '', label: everyResource },
    ...resources.map(({ id, name: own }) => ({ value: id, label: own })),
  ];
  return (
    <div role="group" aria-label={name} className={classes.rule}>
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          title="Remove"
          aria-label={`Remove ${name.toLowerCase()}`}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Text size="xs" c="dimmed">
        Days: none chosen means every day. Times: none entered means the whole day.
      </Text>
      <Chip.Group multiple {...form.getInputProps(`rules.${at}.weekdays`)}>
        <Group gap={4} role="group" aria-label="Weekdays; none for every day">
          {isoWeekdays.map((day) => (
            <Chip
              key={day}
              value={String(day)}
              size="sm"
              radius="md"
              variant="outline"
              classNames={{ label: classes.day ?? '' }}
            >
              {nameOfWeekday(day).slice(0, 3)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div className={classes.fields}>
        <TextInput type="time" label="From" {...form.getInputProps(`rules.${at}.from`)} />
        <TextInput type="time" label="To" {...form.getInputProps(`rules.${at}.to`)} />
        <AmountInput label="Price" required {...form.getInputProps(`rules.${at}.price`)} />
        {resources.length > 1 && (
          <ChoiceSelect
            label={Resource}
            data={choices}
            comboboxProps={inDialog}
            {...form.getInputProps(`rules.${at}.resourceId`)}
          />
        )}
      </div>
    </div>
  );
}
