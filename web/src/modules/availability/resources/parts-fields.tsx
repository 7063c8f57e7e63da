import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { newPart, type ResourceValues } from './resource-values.ts';

/** Edits the parts of a new court, by name. */
export function PartsFields({ form }: { form: UseFormReturnType<ResourceValues> }) {
  const { parts } = form.values;
  const add = (...names: string[]) =>
    form.setFieldValue('parts', [...parts, ...names.map((name) => newPart(name))]);
  return (
    <Input.Wrapper
      label="Parts"
      labelElement="div"
      description="Where parts of it can be booked too. A booking of the whole occupies all of them."
      error={form.errors['parts']}
    >
      <Stack gap="xs" mt="xs">
        {parts.map(({ key }, at) => (
          <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={`Part ${at + 1}`}
              maxLength={120}
              autoComplete="off"
              flex={1}
              {...form.getInputProps(`parts.${at}.name`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              title="Remove"
              aria-label={`Remove part ${at + 1}`}
              onClick={() => form.removeListItem('parts', at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group gap="xs">
          {parts.length === 0 && (
            <Button variant="default" onClick={() => add('Half A', 'Half B')}>
              Two halves
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={parts.length >= 20}
            onClick={() => add('')}
          >
            Add a part
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
