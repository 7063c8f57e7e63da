import { Checkbox, FocusTrap, Paper, Stack } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useAppointmentWording } from '../../wording.ts';
import classes from './columns-choice.module.css';
import { type ColumnName, columnNames, useHiddenColumns } from './use-hidden-columns.ts';

/** Selects the table's columns, stored for this user on this device. */
export function ColumnsChoice({ onClose }: { onClose: () => void }) {
  const { businessType } = useAppointmentWording();
  const [hidden, change] = useHiddenColumns();
  const paper = useClickOutside<HTMLDivElement>(onClose);
  const offered = Object.keys(columnNames) as ColumnName[];
  const names =
    businessType === 'turf'
      ? offered.filter((name) => name !== 'doctor' && name !== 'prescription')
      : offered;
  return (
    <FocusTrap>
      <Paper
        ref={paper}
        withBorder
        shadow="md"
        p="sm"
        role="dialog"
        aria-label="Columns"
        className={classes.choice ?? ''}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <Stack gap="xs">
          {names.map((name) => (
            <Checkbox
              key={name}
              label={columnNames[name]}
              checked={!hidden.includes(name)}
              onChange={() =>
                change(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name])
              }
            />
          ))}
        </Stack>
      </Paper>
    </FocusTrap>
  );
}
