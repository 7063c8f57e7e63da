import { TextInput } from '@mantine/core';
import { changeProfile } from '@samay/contract/identity/profile';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/session/session.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { QuestionForm } from './question-form.tsx';
import type { SetupStep } from './use-setup-step.ts';
import type { StepWording } from './wording.ts';

/** Asks for the owner's own name, which an account opened by email does not have. */
export function NameQuestion({ setup, words }: { setup: SetupStep; words: StepWording }) {
  const id = useId();
  const { recheck } = useAuth();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => call(changeProfile, { body: { name: name.trim() } }),
    onMutate: setup.hold,
    async onSuccess() {
      await recheck();
      await setup.goOn();
    },
  });
  function handleSubmit(): void {
    setMissing(name.trim() === '');
    if (name.trim() === '') focusFirstError(id);
    else save.mutate();
  }
  return (
    <QuestionForm
      id={id}
      setup={setup}
      words={words}
      submit="Save"
      isSaving={save.isPending}
      failure={save.isError && errorText(save.error, 'Your name could not be saved')}
      onSubmit={handleSubmit}
    >
      <TextInput
        label="Full name"
        maw={400}
        size="md"
        maxLength={120}
        autoComplete="name"
        value={name}
        error={isMissing && 'Please enter your name'}
        onChange={(event) => {
          setMissing(false);
          setName(event.currentTarget.value);
        }}
      />
    </QuestionForm>
  );
}
