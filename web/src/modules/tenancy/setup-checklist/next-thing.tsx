import { Button, Group, Text } from '@mantine/core';
import { useSession } from '../../../lib/session/session.tsx';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { SkipButton, useReachedFocus } from './question-form.tsx';
import type { SetupStep } from './use-setup-step.ts';
import { bookableWording, type NextWording } from './wording.ts';

interface NextThingProps {
  setup: SetupStep;
  words: NextWording;
  onBook: () => void;
}

/**
 * Renders the next step that another form or page completes: the first booking, known people, the public page
 * or the calendar.
 */
export function NextThing({ setup, words, onBook }: NextThingProps) {
  const buttons = useReachedFocus(setup.isReached);
  const { links } = bookableWording[useSession().businessType ?? 'doctor'];
  return (
    <>
      <div>
        <Text component="h3" fw={600} size="md" m={0}>
          {words.title}
        </Text>
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
      </div>
      <Group gap="sm" ref={buttons}>
        {words.to ? (
          <ButtonLink to={words.to} variant="default" aria-label={`${words.action}: ${words.title}`}>
            {words.action}
          </ButtonLink>
        ) : (
          <Button variant="default" aria-label={`${words.title}: ${words.action}`} onClick={onBook}>
            {words.action}
          </Button>
        )}
        <SkipButton skip={setup.skip} />
        {!words.to &&
          links.map(({ text, to }) => (
            <ButtonLink key={to} to={to} variant="subtle">
              {text}
            </ButtonLink>
          ))}
      </Group>
    </>
  );
}
