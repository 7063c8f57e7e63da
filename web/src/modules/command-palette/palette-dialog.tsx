import { Skeleton, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { errorText } from '../../lib/api/api.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { ChoicesList, optionId } from './choices-list.tsx';
import { type Choice, type ChoiceGroup, matching } from './choices.ts';
import classes from './palette-dialog.module.css';
import { useSearchResults } from './use-search-results.ts';

interface PaletteDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The actions and pages, which need no server. */
  groups: readonly ChoiceGroup[];
  /** Opens the page of a patient or customer, by id. */
  onOpenPerson: (id: string) => void;
  /**
   * The kinds that the server searches, such as `patients and appointments`; empty if the user may
   * search none.
   */
  searchedFor: string;
}

/**
 * Renders the command palette: one field that finds pages and actions, and people and bookings on
 * the server.
 */
export function PaletteDialog({ opened, onClose, ...rest }: PaletteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Search and commands">
      {opened && <Palette onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Palette({ onClose, groups, onOpenPerson, searchedFor }: Omit<PaletteDialogProps, 'opened'>) {
  const [words, setWords] = useState('');
  const [position, setPosition] = useState(0);
  const listId = useId();
  const found = useSearchResults(words, onOpenPerson);
  const local = groups.map(({ name, choices }) => ({ name, choices: matching(choices, words) }));
  const shown = [...local, ...found.groups].filter(({ choices }) => choices.length > 0);
  const choices = shown.flatMap((group) => group.choices);
  const active = choices[Math.min(position, choices.length - 1)];

  function choose({ run }: Choice): void {
    onClose();
    afterFocusReturned(run);
  }

  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.nativeEvent.isComposing || (step === 0 && event.key !== 'Enter')) return;
    event.preventDefault();
    if (event.key === 'Enter' && active) choose(active);
    if (step !== 0 && active) setPosition((choices.indexOf(active) + step + choices.length) % choices.length);
  }

  return (
    <div className={classes.palette}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Search and commands"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': optionId(listId, active) })}
        placeholder={
          searchedFor === '' ? 'Search pages and actions' : `Search pages, actions, ${searchedFor}`
        }
        value={words}
        maxLength={100}
        autoComplete="off"
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={handleKey}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setPosition(0);
        }}
      />
      <ChoicesList id={listId} groups={shown} active={active} words={words} onChoose={choose} />
      {found.isSearching && found.groups.every((group) => group.choices.length === 0) && <ResultsSkeleton />}
      {Boolean(found.error) && !found.isSearching && (
        <FailureNotice
          text={errorText(found.error, `Failed to search ${searchedFor}`)}
          onRetry={found.retry}
        />
      )}
      {choices.length === 0 && !found.isSearching && !found.error && (
        <EmptyState
          text={`Nothing found for “${words.trim()}”`}
          hint={
            searchedFor === ''
              ? 'Try another word.'
              : 'Try part of a name, a telephone number or a booking reference.'
          }
        />
      )}
      <p role="status" className={classes.heard}>
        {found.isSearching ? 'Searching' : `${choices.length} ${choices.length === 1 ? 'result' : 'results'}`}
      </p>
    </div>
  );
}

/** Renders the placeholder of search results that are loading. */
function ResultsSkeleton() {
  return (
    <Stack gap="xs" px="xs" aria-busy>
      <Skeleton height={12} width={80} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  );
}

/**
 * Calls `run` after the closed dialog has returned the focus, so that a dialog opened next returns
 * it to the original element.
 */
function afterFocusReturned(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
