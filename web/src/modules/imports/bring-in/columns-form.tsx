import { Button, Group, Stack, Text } from '@mantine/core';
import {
  type ColumnUse,
  getMissing,
  type ImportTarget,
  type RecognisedColumn,
  type RecognisedFile,
} from '@samay/contract/imports/columns';
import type { ImportKind } from '@samay/contract/imports/rows';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import classes from './bring-in.module.css';
import { countText, listTargets, targetName } from './wording.ts';

interface ColumnsFormProps {
  kind: ImportKind;
  file: RecognisedFile;
  busy: boolean;
  /** The message of a refused file. */
  failure: string | undefined;
  onCheck: (uses: readonly ColumnUse[]) => void;
  onBack: () => void;
}

const leftOut = '-';

/** Asks what each column of a file is, with the recognised meaning chosen already. */
export function ColumnsForm({ kind, file, busy, failure, onCheck, onBack }: ColumnsFormProps) {
  const type = useSession().businessType ?? 'doctor';
  const targets = listTargets(kind, type);
  const [uses, setUses] = useState<readonly ColumnUse[]>(() =>
    file.columns.map(({ target, order }) => ({
      target: target !== null && targets.includes(target) ? target : null,
      order,
    })),
  );
  const [isTried, setTried] = useState(false);
  const missing = getMissing(kind, uses);
  const change = (at: number, use: Partial<ColumnUse>) =>
    setUses((before) => before.map((each, column) => (column === at ? { ...each, ...use } : each)));

  function handleCheck(): void {
    setTried(true);
    if (missing.length === 0 && !busy) onCheck(uses);
  }

  return (
    <Stack component="section" aria-label="Columns of the file">
      <Text size="sm">
        {countText(file.rows, kind, type)} in this file.{' '}
        {file.isRemembered
          ? 'The columns are as you chose them for the last file like this.'
          : 'Please look at what each column is. Marked ones could be two things.'}
      </Text>
      <div className={classes.columns}>
        {file.columns.map((column, at) => (
          <ColumnChoice
            // Columns have no other identity: heads may be equal.
            key={at}
            place={at}
            column={column}
            targets={targets}
            use={uses[at] ?? { target: null, order: 'day' }}
            onChange={(use) => change(at, use)}
          />
        ))}
      </div>
      {isTried && missing.length > 0 && (
        <FailureNotice
          text={`Please choose the column with: ${missing
            .map((target) =>
              target === 'contact' ? 'telephone number or email' : targetName(target, type).toLowerCase(),
            )
            .join(', ')}`}
        />
      )}
      {failure !== undefined && <FailureNotice text={failure} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
        <Button loading={busy} onClick={handleCheck}>
          Check the rows
        </Button>
      </Group>
    </Stack>
  );
}

interface ColumnChoiceProps {
  place: number;
  column: RecognisedColumn;
  /** The meanings that the column may have. */
  targets: readonly ImportTarget[];
  use: ColumnUse;
  onChange: (use: Partial<ColumnUse>) => void;
}

function ColumnChoice({ place, column, targets, use, onChange }: ColumnChoiceProps) {
  const type = useSession().businessType ?? 'doctor';
  const name = column.head || `Column ${place + 1}`;
  const isDate = use.target === 'date' || use.target === 'born';
  const choices = (column.choices ?? []).filter((target) => targets.includes(target));
  const asks = choices.length > 0 || column.asksOrder === true;
  return (
    <div className={classes.column} data-asked={asks || undefined}>
      <div>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {column.samples.join(' · ') || 'Empty'}
        </Text>
      </div>
      <Stack gap="xs">
        <NativeChoice
          label={`What is ${name}?`}
          value={use.target ?? leftOut}
          data={[
            { value: leftOut, label: 'Left out' },
            ...targets.map((target) => ({ value: target, label: targetName(target, type) })),
          ]}
          onChange={(value) => onChange({ target: targets.find((target) => target === value) ?? null })}
        />
        {choices.length > 0 && (
          <Text size="xs" c="dimmed">
            Could be: {choices.map((choice) => targetName(choice, type)).join(', ')}
          </Text>
        )}
        {isDate && (column.asksOrder || use.order === 'month') && (
          <NativeChoice
            label={`Which part of the dates in ${name} is the day?`}
            value={use.order}
            data={[
              { value: 'day', label: '3/4/26 is 3 April' },
              { value: 'month', label: '3/4/26 is 4 March' },
            ]}
            onChange={(value) => onChange({ order: value === 'month' ? 'month' : 'day' })}
          />
        )}
      </Stack>
    </div>
  );
}
