import { Button, Progress } from '@mantine/core';
import type { BusinessType } from '@samay/contract/core/roles';
import { useSession } from '../../../lib/session/session.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { NameQuestion } from './name-question.tsx';
import { NextThing } from './next-thing.tsx';
import { PriceQuestion } from './price-question.tsx';
import { ResourcesQuestion } from './resources-question.tsx';
import classes from './setup-checklist.module.css';
import { StaffQuestion } from './staff-question.tsx';
import { useDismissal } from './use-dismissal.ts';
import type { SetupStep } from './use-setup-step.ts';
import { setupWording } from './wording.ts';

/**
 * Renders the card of the first steps: the progress of the business, and one question or the next
 * step. A business that takes bookings already has one line instead, because its desk needs the
 * room.
 */
export function SetupCard({ onBook, ...setup }: SetupStep & { onBook: () => void }) {
  const { businessType } = useSession();
  const { steps } = setup.checklist;
  const words = setupWording[businessType ?? 'doctor'];
  if (setup.step === 'online' || setup.step === 'calendar') {
    return (
      <section aria-label="First steps" className={classes.line}>
        <NextThing key={setup.step} setup={setup} words={words[setup.step]} onBook={onBook} />
      </section>
    );
  }
  const over = steps.filter(({ state }) => state !== 'open').length;
  return (
    <SectionCard title="First steps" hint={`${over} of ${steps.length} done`} aside={<HideButton />}>
      <Progress value={(over / steps.length) * 100} size="sm" aria-label="First steps done" />
      <Question key={setup.step} setup={setup} words={words} onBook={onBook} />
    </SectionCard>
  );
}

interface QuestionProps {
  setup: SetupStep;
  words: (typeof setupWording)[BusinessType];
  onBook: () => void;
}

function Question({ setup, words, onBook }: QuestionProps) {
  const { step } = setup;
  if (step === 'name') return <NameQuestion setup={setup} words={words.name} />;
  if (step === 'resources') return <ResourcesQuestion setup={setup} words={words.resources} />;
  if (step === 'price') return <PriceQuestion setup={setup} words={words.price} />;
  if (step === 'staff') return <StaffQuestion setup={setup} words={words.staff} />;
  return <NextThing setup={setup} words={words[step]} onBook={onBook} />;
}

function HideButton() {
  const { mutate, isPending } = useDismissal();
  return (
    <Button variant="subtle" color="gray" loading={isPending} onClick={() => mutate()}>
      Hide
    </Button>
  );
}
