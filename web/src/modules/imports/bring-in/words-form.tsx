import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatCount } from '@samay/contract/core/money';
import { capitalise, wording } from '@samay/contract/core/wording';
import {
  chooseImportWords,
  type ImportWord,
  type ImportWords,
  mostWordsForResources,
  type WordKind,
  wordKinds,
  type WordUse,
} from '@samay/contract/imports/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { importsQuery } from './api.ts';
import classes from './bring-in.module.css';

/** The choice of a word: the id of an existing one, another use, or none yet. */
type Choice = string;

interface WordsFormProps {
  id: string;
  found: ImportWords;
  onSaved: () => void;
}

/** Asks what the words of a file mean that name no service, doctor or court of the business. */
export function WordsForm({ id, found, onSaved }: WordsFormProps) {
  const type = useSession().businessType ?? 'doctor';
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  // The words change while the form is open, once one of them names something.
  const choices = found.words.map((each) => chosen[composeKey(each)] ?? proposeChoice(each));
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call(chooseImportWords, {
        params: { id },
        body: {
          words: found.words.map(({ kind, word }, at) => ({ kind, word, chosen: toUse(choices[at] ?? '') })),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
      onSaved();
    },
  });
  const isMissing = choices.includes('');

  function handleSave(): void {
    setTried(true);
    if (!isMissing) save.mutate();
  }

  return (
    <Stack component="section" aria-label="Words of the file">
      <Text size="sm">
        These words of the file are not known here. What you choose counts for the next file too.
      </Text>
      {wordKinds.map((kind) => (
        <WordsOfKind
          key={kind}
          kind={kind}
          found={found}
          choices={choices}
          isTried={isTried}
          onChange={(word, choice) => setChosen((before) => ({ ...before, [composeKey(word)]: choice }))}
        />
      ))}
      {isTried && isMissing && (
        <FailureNotice text={`Please choose for each ${wording[type].resource} of the file.`} />
      )}
      {save.isError && <FailureNotice text={errorText(save.error, 'Failed to save the choices')} />}
      <Group justify="flex-end">
        <Button loading={save.isPending} onClick={handleSave}>
          Check with these choices
        </Button>
      </Group>
    </Stack>
  );
}

interface WordsOfKindProps {
  kind: WordKind;
  found: ImportWords;
  choices: readonly Choice[];
  /** Whether missing choices are marked. */
  isTried: boolean;
  onChange: (word: ImportWord, choice: Choice) => void;
}

function WordsOfKind({ kind, found, choices, isTried, onChange }: WordsOfKindProps) {
  const type = useSession().businessType ?? 'doctor';
  const own = found.words.flatMap((word, at) => (word.kind === kind ? [{ word, at }] : []));
  const further = found.further[kind];
  const [, many] = getNames(kind, type);
  if (own.length === 0 && further === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {capitalise(many)}
      </Title>
      <div className={classes.columns}>
        {own.map(({ word, at }) => (
          <div key={word.word} className={classes.column} data-asked={choices[at] === '' || undefined}>
            <div>
              <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {word.word}
              </Text>
              <Text size="sm" c="dimmed">
                {formatCount(word.rows)} {word.rows === 1 ? 'row' : 'rows'}
              </Text>
            </div>
            <Stack gap="xs">
              <NativeChoice
                label={`What is “${word.word}”?`}
                value={choices[at] ?? ''}
                data={listChoices(word, found, type)}
                error={isTried && choices[at] === '' ? 'Please choose' : undefined}
                onChange={(choice) => onChange(word, choice)}
              />
              {word.chosen === null && word.suggested !== null && choices[at] === word.suggested && (
                <Text size="xs" c="dimmed">
                  Suggested, because it looks alike
                </Text>
              )}
            </Stack>
          </div>
        ))}
      </div>
      {further > 0 && <FurtherWords kind={kind} further={further} />}
    </Stack>
  );
}

/** Says how many words of a column are not asked for, which is probably that of something else. */
export function FurtherWords({ kind, further }: { kind: WordKind; further: number }) {
  const type = useSession().businessType ?? 'doctor';
  const [, many] = getNames(kind, type);
  const words = formatCount(further);
  return (
    <Text size="sm" c="dimmed">
      {kind === 'resource' && further > mostWordsForResources
        ? `The column of the ${many} has ${words} different words, too many to ask for: past ${wording[type].bookings} keep them as they are written, and those to come are refused where they name none of your ${many}. Choose the file again if another column has the ${many}.`
        : `${words} further words are not listed and stay as they are written. Please look whether this column has the ${many}.`}
    </Text>
  );
}

/** Returns the words for one and several services, doctors or courts. */
function getNames(kind: WordKind, type: BusinessType): readonly [string, string] {
  return kind === 'service' ? ['service', 'services'] : [wording[type].resource, wording[type].resources];
}

function composeKey({ kind, word }: ImportWord): string {
  return `${kind} ${word}`;
}

function proposeChoice({ kind, chosen, suggested, mayBeAdded }: ImportWord): Choice {
  if (chosen !== null && (chosen.use !== 'added' || mayBeAdded)) return chosen.id ?? chosen.use;
  return suggested ?? (kind === 'service' ? 'as_written' : '');
}

function toUse(choice: Choice): WordUse {
  return choice === 'added' || choice === 'left_out' || choice === 'as_written'
    ? { use: choice }
    : { use: 'existing', id: choice };
}

function listChoices({ kind, mayBeAdded }: ImportWord, found: ImportWords, type: BusinessType) {
  const [one] = getNames(kind, type);
  const named = kind === 'service' ? found.services : found.resources;
  const asWritten =
    kind === 'service' ? 'As it is written' : `As it is written, for past ${wording[type].bookings} alone`;
  return [
    ...(kind === 'resource' ? [{ value: '', label: 'Please choose' }] : []),
    ...named.map(({ id, name }) => ({ value: id, label: name })),
    ...(mayBeAdded ? [{ value: 'added', label: `Add it as a ${one}` }] : []),
    { value: 'as_written', label: asWritten },
    { value: 'left_out', label: 'Leave these rows out' },
  ];
}
