import { Button, Skeleton, TextInput } from '@mantine/core';
import {
  addResource,
  changeResource,
  type Resource,
  resourceColours,
} from '@samay/contract/availability/resources';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { resourceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { AnswerRows, type Row, useRows } from './answer-rows.tsx';
import { QuestionForm } from './question-form.tsx';
import type { SetupStep } from './use-setup-step.ts';
import { bookableWording, type ResourcesWording } from './wording.ts';

interface ResourcesQuestionProps {
  setup: SetupStep;
  words: ResourcesWording;
}

/** A doctor or court of the answer; without an id it is added. */
interface NamedRow extends Row {
  readonly name: string;
  readonly id?: string;
  /** The saved name. */
  readonly saved?: string;
}

/**
 * Asks for the first doctors or courts. A new clinic has a default doctor, who takes the first
 * name; a turf has a court by its own name.
 */
export function ResourcesQuestion(props: ResourcesQuestionProps) {
  const { data, isError } = useQuery(resourceList());
  const id = useId();
  if (data)
    return (
      <ResourcesForm
        {...props}
        first={data.items.find(({ archivedAt }) => archivedAt === null)}
        count={data.items.length}
      />
    );
  return (
    <QuestionForm
      id={id}
      setup={props.setup}
      words={props.words}
      failure={isError && 'Failed to load what can be booked'}
    >
      <Skeleton height={68} maw={400} />
    </QuestionForm>
  );
}

function ResourcesForm({
  setup,
  words,
  first,
  count,
}: ResourcesQuestionProps & { first: Resource | undefined; count: number }) {
  const id = useId();
  const { user, businessType } = useSession();
  const isTurf = businessType === 'turf';
  const [rows, edit] = useRows<NamedRow>(() => ({
    name: first && isTurf ? first.name : '',
    ...(first && (isTurf || first.name === defaultDoctor) && { id: first.id, saved: first.name }),
  }));
  const [isMissing, setMissing] = useState(false);
  const save = useSave(rows, count, (key, { id: saved, name }) =>
    edit.change(key, { id: saved, saved: name }),
  );
  const answer = useMutation({
    mutationFn: save,
    onMutate: setup.hold,
    // The one court that a turf has from the start is an answer as well.
    onSuccess: () => setup.goOn(isTurf && rows.length === 1),
  });
  const isNamed = setup.checklist.steps.some(({ name, state }) => name === 'name' && state === 'done');
  const mayBeSelf = !isTurf && isNamed && rows.every(({ name }) => name.trim() === '');

  function handleSubmit(): void {
    const isEmpty = rows.every(({ name }) => name.trim() === '');
    setMissing(isEmpty);
    if (isEmpty) focusFirstError(id);
    else answer.mutate();
  }

  const [link] = bookableWording[businessType ?? 'doctor'].links;
  return (
    <QuestionForm
      id={id}
      setup={setup}
      words={words}
      submit="Save"
      isSaving={answer.isPending}
      failure={answer.isError && errorText(answer.error, 'The names could not be saved')}
      onSubmit={handleSubmit}
    >
      <AnswerRows
        rows={rows}
        add={words.add}
        onAdd={() => edit.add({ name: '' })}
        help={
          <>
            {mayBeSelf && (
              <Button variant="default" onClick={() => edit.change(rows[0]?.key ?? '', { name: user.name })}>
                I see patients myself
              </Button>
            )}
            {link && (
              <ButtonLink to={link.to} variant="subtle">
                {link.text}
              </ButtonLink>
            )}
          </>
        }
      >
        {({ key, name }, place) => (
          <TextInput
            key={key}
            label={rows.length === 1 ? words.label : `${words.label} ${place + 1}`}
            size="md"
            maxLength={120}
            autoComplete="off"
            placeholder={words.placeholder}
            value={name}
            error={isMissing && place === 0 && 'Please enter a name'}
            onChange={(event) => {
              setMissing(false);
              edit.change(key, { name: event.currentTarget.value });
            }}
          />
        )}
      </AnswerRows>
    </QuestionForm>
  );
}

/** Saves the rows one after the other, so that saved ones stay saved if a later one is refused. */
function useSave(
  rows: readonly NamedRow[],
  count: number,
  onSaved: (key: string, resource: Resource) => void,
) {
  const client = useQueryClient();
  const { user, businessType } = useSession();
  return async () => {
    const changed = rows
      .map((row) => ({ ...row, name: row.name.trim() }))
      .filter(({ name, saved }) => name !== '' && name !== saved);
    for (const [place, { key, id, name }] of changed.entries()) {
      const isSelf = businessType === 'doctor' && name === user.name;
      const body = { name, ...(isSelf && { memberId: user.id }) };
      const colour = resourceColours[(count + place) % resourceColours.length];
      const resource =
        id === undefined
          ? await call(addResource, { body: { ...body, parts: [], ...(colour && { colour }) } })
          : await call(changeResource, { params: { id }, body });
      onSaved(key, resource);
    }
    await client.invalidateQueries({ queryKey: resourceList().queryKey.slice(0, 1) });
  };
}
