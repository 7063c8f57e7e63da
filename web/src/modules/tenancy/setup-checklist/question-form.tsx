import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import type { SetupStep } from './use-setup-step.ts';
import type { StepWording } from './wording.ts';

interface QuestionFormProps {
  id: string;
  setup: SetupStep;
  words: StepWording;
  /** The text of the button that saves the answer. */
  submit?: string;
  isSaving?: boolean;
  /** The reason why the answer was not saved. */
  failure?: string | false;
  onSubmit?: () => void;
  children: ReactNode;
}

/**
 * Renders the frame of a question: its title, the fields, Save and Skip. A question reached by
 * answering focuses its first field.
 */
export function QuestionForm({
  id,
  setup,
  words,
  submit,
  isSaving = false,
  failure,
  onSubmit,
  children,
}: QuestionFormProps) {
  const title = useId();
  const body = useReachedFocus(setup.isReached);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isSaving) onSubmit?.();
  }

  return (
    <form
      id={id}
      noValidate
      aria-labelledby={title}
      aria-describedby={`${title}-hint`}
      onSubmit={handleSubmit}
    >
      <Stack gap="md">
        <div>
          <Text component="h3" fw={600} size="md" id={title} m={0}>
            {words.title}
          </Text>
          <Text size="sm" c="dimmed" id={`${title}-hint`}>
            {words.hint}
          </Text>
        </div>
        <div ref={body}>{children}</div>
        {failure && <FailureNotice text={failure} />}
        <Group gap="sm">
          {submit !== undefined && (
            <Button type="submit" loading={isSaving}>
              {submit}
            </Button>
          )}
          <SkipButton skip={setup.skip} isDisabled={isSaving} />
        </Group>
      </Stack>
    </form>
  );
}

/** Focuses the first field or button inside if the user came here by answering. */
export function useReachedFocus(isReached: boolean) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReached) body.current?.querySelector<HTMLElement>('input, button, a')?.focus();
  }, [isReached]);
  return body;
}

export function SkipButton({
  skip,
  isDisabled = false,
}: {
  skip: () => Promise<void>;
  isDisabled?: boolean;
}) {
  const [isPending, setPending] = useState(false);
  const handleClick = () => {
    setPending(true);
    void skip().finally(() => setPending(false));
  };
  return (
    <Button variant="subtle" color="gray" loading={isPending} disabled={isDisabled} onClick={handleClick}>
      Skip
    </Button>
  );
}
