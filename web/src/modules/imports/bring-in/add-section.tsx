import { Progress, Stack, Text } from '@mantine/core';
import { capitalise, wording } from '@samay/contract/core/wording';
import { type ColumnUse, writeUses } from '@samay/contract/imports/columns';
import { addImport, recogniseImport } from '@samay/contract/imports/files';
import type { Import } from '@samay/contract/imports/imports';
import { ImportKind, longestImport } from '@samay/contract/imports/rows';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { ChipChoice } from '../../../ui/form/chip-choice.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { ColumnsForm } from './columns-form.tsx';

/** Takes a file, asks what its columns are, and adds it, so that its rows are checked. */
export function AddSection({ onAdded }: { onAdded: (added: Import) => void }) {
  const words = wording[useSession().businessType ?? 'doctor'];
  const [kind, setKind] = useState<ImportKind>('people');
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const recognise = useMutation({
    mutationFn: (chosen: File) =>
      call(recogniseImport, { query: { kind }, file: chosen, onProgress: setSent }),
  });
  const add = useMutation({
    mutationFn: ({ chosen, uses }: { chosen: File; uses: readonly ColumnUse[] }) =>
      call(addImport, { query: { kind, columns: writeUses(uses) }, file: chosen }),
    onSuccess: onAdded,
  });

  function handleFile(chosen: File): void {
    setFile(chosen);
    setSent(0);
    add.reset();
    recognise.mutate(chosen);
  }

  function handleBack(): void {
    setFile(undefined);
    recognise.reset();
    add.reset();
  }

  const isTooLarge = file !== undefined && file.size > longestImport;
  return (
    <SectionCard
      title={`Bring your ${words.people} and ${words.bookings}`}
      hint="A CSV file or an Excel workbook (.xlsx), from another product, your contacts or a sheet of your own."
    >
      {recognise.data && file ? (
        <ColumnsForm
          kind={kind}
          file={recognise.data}
          busy={add.isPending}
          failure={add.isError ? errorText(add.error, 'Failed to add the file') : undefined}
          onCheck={(uses) => add.mutate({ chosen: file, uses })}
          onBack={handleBack}
        />
      ) : (
        <Stack>
          <ChipChoice
            label="Contents of the file"
            options={ImportKind.options.map((value) => ({ value, label: capitalise(words[value]) }))}
            value={kind}
            onChange={setKind}
          />
          <FileDrop
            label="Choose a file"
            hint="or drop it here. At most 50 MB and 2,00,000 rows. Nothing is brought in before you say so."
            accept=".csv,.tsv,.txt,.xlsx"
            disabled={recognise.isPending}
            onFile={(chosen) => (chosen.size > longestImport ? setFile(chosen) : handleFile(chosen))}
          />
          {recognise.isPending && (
            <Stack gap="xs">
              <Text size="sm" role="status">
                {sent < 1 ? 'The file is being sent' : 'The file is being read'}
              </Text>
              <Progress value={sent * 100} aria-label="Sent" animated={sent >= 1} />
            </Stack>
          )}
          {isTooLarge && <FailureNotice text="A file may have at most 50 MB. Please divide it." />}
          {recognise.isError && !isTooLarge && (
            <FailureNotice text={errorText(recognise.error, 'Failed to read the file')} />
          )}
        </Stack>
      )}
    </SectionCard>
  );
}
