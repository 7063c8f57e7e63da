import { ActionIcon, Button, Chip, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import type { Bookable } from '../api.ts';
import { isoWeekdays, nameOfWeekday } from '../hours-values.ts';
import { useAvailabilityWording } from '../wording.ts';
import classes from './price-rules-fields.module.css';
import { emptyRule, every, previewPrices, type ServiceValues } from './service-values.ts';

interface PriceRulesFieldsProps {
  form: UseFormReturnType<ServiceValues>;
  resources: readonly Bookable[];
}

/**
 * Edits other prices on some weekdays or at some hours, such as an evening price: a grid of all
 * doctors or courts for each.
 */
export function PriceRulesFields({ form, resources }: PriceRulesFieldsProps) {
  const { rules } = form.values;
  const { resource } = useAvailabilityWording();
  return (
    <Input.Wrapper
      label="Other prices"
      labelElement="div"
      description={
        'Such as an evening or a weekend price. Where several match, the last one applies; ' +
        `the price of one ${resource} always comes before one for all.`
      }
      error={form.errors['rules']}
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
  const name = `Price ${at + 1}`;
  // A price for all and a price of its own are the same for a single doctor or court.
  const only = Object.keys(form.values.rules[at]?.prices ?? {})[0] ?? every;
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
        {resources.length <= 1 && <AmountInput label="Price" required {...priceProps(form, at, only)} />}
      </div>
      {resources.length > 1 && <PricesGrid form={form} at={at} resources={resources} />}
    </div>
  );
}

/** Returns the props of the field of a price; a missing one is empty. */
function priceProps(form: PriceRulesFieldsProps['form'], at: number, name: string) {
  return {
    ...form.getInputProps(`rules.${at}.prices.${name}`),
    value: form.values.rules[at]?.prices[name] ?? '',
  };
}

/** Renders the price of each doctor or court at these hours, and what they cost then. */
function PricesGrid({ form, at, resources }: PriceRulesFieldsProps & { at: number }) {
  const { everyResource, resource, Resources } = useAvailabilityWording();
  const { when, prices } = previewPrices(form.values, at, resources);
  return (
    <>
      <AmountInput
        label={`Price of ${everyResource.toLowerCase()}`}
        description={`Where a ${resource} has a price of its own, that one stays.`}
        placeholder="As it is"
        {...priceProps(form, at, every)}
      />
      <div className={classes.grid} role="group" aria-label={Resources}>
        {prices.map(({ id, name, text }) => (
          <AmountInput key={id} label={name} placeholder={text} {...priceProps(form, at, id)} />
        ))}
      </div>
      <p role="status" className={classes.preview}>
        <b>{when}:</b> {prices.map(({ name, text }) => `${name} ${text}`).join(' · ')}
      </p>
    </>
  );
}
