import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { capitalise, wording } from '@samay/contract/core/wording';
import { formatInstant } from '@samay/contract/core/time';
import { type Import, startImport, undoImport } from '@samay/contract/imports/imports';
import { chooseImportWords, wordKinds } from '@samay/contract/imports/words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { saveText } from '../../../lib/browser/download.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { ChipChoice } from '../../../ui/form/chip-choice.tsx';
import { importQuery, importsQuery, isWorking, type RowsShown, wordsQuery } from './api.ts';
import { RowsTable } from './rows-table.tsx';
import { countText, listOutcomes, stateText } from './wording.ts';
import { FurtherWords, WordsForm } from './words-form.tsx';
import { getWorkCsv } from './work-csv.ts';

/** Renders one file: its progress, its rows by outcome, and what may be done with it. */
export function ImportSection({ id, fileName }: { id: string; fileName: string }) {
  return (
    <LoadedSection title={fileName} query={importQuery(id)} failed="Failed to load the file">
      {(found) => <ImportCard found={found} />}
    </LoadedSection>
  );
}

function ImportCard({ found }: { found: Import }) {
  const type = useSession().businessType ?? 'doctor';
  const [shown, setShown] = useState<RowsShown>('all');
  const isBusy = isWorking(found);
  const { counts, state } = found;
  return (
    <Stack>
      {state === 'failed' ? (
        <FailureNotice text={stateText(found, type)} hint="Please choose the file again." />
      ) : (
        <Text size="sm" role="status">
          {stateText(found, type)}
        </Text>
      )}
      {isBusy && <Progress value={state === 'reading' ? 0 : found.percent} aria-label="Progress" />}
      {state === 'ready' && found.kind === 'bookings' ? (
        <WordsAndActions found={found} />
      ) : (
        <Actions found={found} />
      )}
      {counts !== null && !isBusy && state !== 'failed' && (
        <>
          <ChipChoice
            label="Rows to show"
            options={[
              { value: 'all', label: `All ${formatCount(found.total)}` },
              ...listOutcomes(found.kind).map(({ value, name }) => ({
                value: value as RowsShown,
                label: `${name} ${formatCount(counts[value])}`,
              })),
              ...(found.undone
                ? [{ value: 'stayed' as RowsShown, label: `Stayed ${formatCount(found.undone.stayed)}` }]
                : []),
            ]}
            value={shown}
            onChange={setShown}
          />
          <RowsTable found={found} shown={shown} />
        </>
      )}
    </Stack>
  );
}

/** Asks for the words of the file first; what may be done with it follows. */
function WordsAndActions({ found }: { found: Import }) {
  const words = useQuery(wordsQuery(found.id));
  const [isChanging, setChanging] = useState(false);
  if (words.isPending) return <Text size="sm">Loading…</Text>;
  if (words.isError)
    return <FailureNotice text="Failed to load the words of the file" onRetry={() => void words.refetch()} />;
  const asked = words.data.words.filter(({ chosen }) => chosen === null).length;
  const unasked = wordKinds.filter(
    (kind) => words.data.further[kind] > 0 && !words.data.words.some((word) => word.kind === kind),
  );
  if (asked > 0 || isChanging)
    return <WordsForm id={found.id} found={words.data} onSaved={() => setChanging(false)} />;
  return (
    <>
      {unasked.map((kind) => (
        <FurtherWords key={kind} kind={kind} further={words.data.further[kind]} />
      ))}
      <Actions found={found} needsCheck={words.data.needsCheck} />
      {words.data.words.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            You chose what {formatCount(words.data.words.length)}{' '}
            {words.data.words.length === 1 ? 'word' : 'words'} of the file mean.
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
            Change
          </Button>
        </Group>
      )}
    </>
  );
}

function Actions({ found, needsCheck = false }: { found: Import; needsCheck?: boolean }) {
  const type = useSession().businessType ?? 'doctor';
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isReminding, setReminding] = useState(false);
  const settle = () => client.invalidateQueries({ queryKey: importsQuery.queryKey });
  const start = useMutation({
    mutationFn: () =>
      call(startImport, { params: { id: found.id }, query: isReminding ? { reminders: 'yes' } : {} }),
    onSettled: settle,
  });
  // Settings may have what was missing by now, and a check finds the words of a file of 1.3.0.
  const check = useMutation({
    mutationFn: () => call(chooseImportWords, { params: { id: found.id }, body: { words: [] } }),
    onSettled: settle,
  });
  const undo = useMutation({
    mutationFn: () => call(undoImport, { params: { id: found.id } }),
    onSuccess: () => setAsking(false),
    onSettled: settle,
  });
  const { counts, state, kind, undoUntil } = found;
  if (counts === null || isWorking(found)) return null;
  const added = counts.new + counts.household;
  return (
    <>
      {start.isError && <FailureNotice text={errorText(start.error, 'Failed to start')} />}
      {check.isError && <FailureNotice text={errorText(check.error, 'Failed to check the rows again')} />}
      {state === 'ready' && kind === 'bookings' && counts.new > 0 && (
        <Checkbox
          label={`Remind people of ${wording[type].bookings} to come`}
          description="As others are reminded (Settings → People and messages). Otherwise nobody is written to."
          checked={isReminding}
          onChange={(event) => setReminding(event.currentTarget.checked)}
        />
      )}
      <Group>
        {state === 'ready' && added + counts.changed > 0 && (
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {added > 0 ? `Bring in ${countText(added, kind, type)}` : 'Add what is not known'}
          </Button>
        )}
        {state === 'ready' && kind === 'bookings' && (counts.refused > 0 || needsCheck) && (
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            Check again
          </Button>
        )}
        {counts.refused > 0 && (
          <ExportButton
            name="Download rows that need work"
            file="rows-that-need-work.csv"
            failed="Failed to download the rows"
            download={async (file) => saveText(await getWorkCsv(found), file)}
          />
        )}
        {undoUntil !== null && (
          <Button variant="default" color="red" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Take back…
          </Button>
        )}
      </Group>
      {state === 'ready' && added + counts.changed === 0 && (
        <Text size="sm">
          There is nothing to bring in: {kind === 'people' ? 'everyone' : `each ${wording[type].booking}`} in
          this file is known already or needs work.
        </Text>
      )}
      {state === 'ready' && counts.refused > 0 && (
        <Text size="sm" c="dimmed">
          Correct the downloaded rows and choose that file below. What is brought in already is not added
          twice.
        </Text>
      )}
      {undoUntil !== null && (
        <Text size="sm" c="dimmed">
          It can be taken back until {formatInstant(undoUntil)}.
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Take back"
        about={found.fileName}
        question={`What this file added is removed. What somebody has worked with since stays, and is listed.${
          kind === 'bookings' ? ` ${capitalise(wording[type].resources)} and services stay.` : ''
        }`}
        yes="Take back"
        no="Keep"
        busy={undo.isPending}
        error={undo.isError ? errorText(undo.error, 'Failed to take it back') : null}
        onYes={() => undo.mutate()}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
