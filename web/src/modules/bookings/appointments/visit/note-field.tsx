import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { longestNote, type Visit } from '@samay/contract/desk/visits';
import { useMediaQuery } from '@mantine/hooks';
import { formatCount } from '@samay/contract/core/money';
import { useEffect, useId, useRef } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import type { NoteEditor, NoteView } from './note-editor.ts';
import { useNote } from './use-note.ts';
import classes from './visit.module.css';

/** Renders the note on a visit, which is saved automatically and shows whether it is saved. */
export function NoteField({ visit }: { visit: Visit }) {
  const { view, editor } = useNote(visit);
  const stateId = useId();
  // A phone's keyboard would cover the text that a doctor wants to read first.
  const isDesk = useMediaQuery('(min-width: 48em) and (pointer: fine)', true, {
    getInitialValueInEffect: false,
  });
  const takesFocus = isDesk && visit.mayWriteNote;
  const field = useRef<HTMLTextAreaElement>(null);
  // Focuses the note when a visit loads after the dialog has opened and focused its marked element.
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { text, state } = view;
  return (
    <Stack gap={4}>
      <Textarea
        ref={field}
        label="Note"
        placeholder={visit.mayWriteNote ? 'What you found, what you advised' : 'Nothing written'}
        autoComplete="off"
        rows={6}
        resize="vertical"
        readOnly={!visit.mayWriteNote}
        data-autofocus={takesFocus || undefined}
        aria-describedby={stateId}
        classNames={{ input: classes.note ?? '' }}
        value={text}
        error={state === 'too-long'}
        onChange={(event) => editor.type(event.currentTarget.value)}
        onBlur={() => void editor.save()}
      />
      <div className={classes.noteState} id={stateId} role="status">
        {stateText(view)}
        {state === 'failed' && (
          <Button variant="subtle" size="compact-sm" onClick={() => void editor.save()}>
            Try again
          </Button>
        )}
      </div>
      {state === 'changed' && <ChangedNotice view={view} editor={editor} />}
    </Stack>
  );
}

function stateText({ text, state, error }: NoteView): string {
  if (state === 'too-long')
    return (
      `At most ${formatCount(longestNote)} characters, please: ` +
      `${formatCount(Array.from(text).length - longestNote)} too many`
    );
  if (state === 'failed')
    return error === null ? 'Not saved yet' : `Not saved yet. ${errorText(error, 'Failed to save the note')}`;
  if (state === 'changed') return 'Not saved yet';
  if (state === 'saved') return text === '' ? 'For owners and doctors only' : 'Saved';
  return 'Saving…';
}

/**
 * Shows the text that another user has written in between, with the choices. None of them discards
 * one's own text without confirmation.
 */
function ChangedNotice({ view: { text, theirs }, editor }: { view: NoteView; editor: NoteEditor }) {
  if (!theirs) return null;
  return (
    <Alert color="yellow" variant="light" role="alert">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {theirs.text === ''
            ? 'Somebody else has removed this note meanwhile.'
            : 'Somebody else has changed this note meanwhile:'}
        </Text>
        {theirs.text !== '' && (
          <Text size="sm" className={classes.written ?? ''}>
            {theirs.text}
          </Text>
        )}
        <Group gap="xs">
          {theirs.text !== '' && (
            <Button variant="default" onClick={() => void editor.settle(`${theirs.text}\n\n${text}`)}>
              Keep both
            </Button>
          )}
          <Button variant="default" onClick={() => void editor.settle(text)}>
            Keep mine
          </Button>
          <Button variant="default" onClick={() => void editor.settle(theirs.text)}>
            {theirs.text === '' ? 'Leave it removed' : 'Take theirs'}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
