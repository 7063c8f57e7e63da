import { Stepper, VisuallyHidden } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import type { Step } from './onboarding-values.ts';
import classes from './step-progress.module.css';
import { stepTitles } from './wording.ts';

interface StepProgressProps {
  step: Step;
  /** Whether the step of the turf's name is skipped (for a clinic). */
  skipsName: boolean;
  onStep: (step: Step) => void;
}

const skipped = <IconMinus size={16} aria-hidden />;

/** Renders the progress through the five steps, with links back to completed ones. */
export function StepProgress({ step, skipsName, onStep }: StepProgressProps) {
  return (
    <nav aria-label="Progress">
      <Stepper
        active={step - 1}
        onStepClick={(index) => onStep((index + 1) as Step)}
        allowNextStepsSelect={false}
        size="sm"
        wrap={false}
        classNames={{ stepBody: classes.body ?? '', separator: classes.separator ?? '' }}
      >
        {stepTitles.map((title, index) => {
          const isSkipped = index === 1 && skipsName;
          return (
            <Stepper.Step
              key={title}
              label={isSkipped ? <VisuallyHidden>{`${title}, skipped for a clinic`}</VisuallyHidden> : title}
              {...(index === step - 1 && { 'aria-current': 'step' as const })}
              {...(isSkipped && { icon: skipped, completedIcon: skipped, allowStepSelect: false })}
              disabled={index + 1 > step || isSkipped}
            />
          );
        })}
      </Stepper>
    </nav>
  );
}
