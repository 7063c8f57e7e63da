import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface Row {
  readonly key: string;
}

/** Returns the rows of an answer, which start with one, and the functions that change them. */
export function useRows<R extends Row>(begin: () => Omit<R, 'key'>) {
  const getRow = (values: Omit<R, 'key'>) => ({ ...values, key: crypto.randomUUID() }) as R;
  const [rows, setRows] = useState<readonly R[]>(() => [getRow(begin())]);
  const edit = {
    add: (values: Omit<R, 'key'>) => setRows((before) => [...before, getRow(values)]),
    change: (key: string, change: Partial<R>) =>
      setRows((before) => before.map((row) => (row.key === key ? { ...row, ...change } : row))),
    remove: (key: string) => setRows((before) => before.filter((row) => row.key !== key)),
  };
  return [rows, edit] as const;
}

interface AnswerRowsProps<R extends Row> {
  rows: readonly R[];
  /** The label of the button that adds a row. */
  add: string;
  onAdd: () => void;
  /** Further help with the answer, next to that button. */
  help?: ReactNode;
  children: (row: R, place: number) => ReactNode;
}

/** Renders the fields of several answers below each other. An added row takes the focus. */
export function AnswerRows<R extends Row>({ rows, add, onAdd, help, children }: AnswerRowsProps<R>) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(rows.length);
  useEffect(() => {
    if (rows.length > shown.current) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
    shown.current = rows.length;
  }, [rows.length]);
  return (
    <Stack gap="sm" align="flex-start">
      <Stack gap="sm" ref={list} w="100%" maw={560}>
        {rows.map(children)}
      </Stack>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={rows.length >= 10}
          onClick={onAdd}
        >
          {add}
        </Button>
        {help}
      </Group>
    </Stack>
  );
}
