import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { suspendedSentence } from '@samay/contract/core/wording';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { BusinessTypeForm } from './business-type-form.tsx';
import classes from './onboarding-screen.module.css';
import { getMessage } from './onboarding-values.ts';
import { OperatingDaysForm } from './operating-days-form.tsx';
import { ReviewCard } from './review-card.tsx';
import { StepProgress } from './step-progress.tsx';
import { TimeSlotsForm } from './time-slots-form.tsx';
import { useOnboarding } from './use-onboarding.ts';
import { saveFailed, stepHints, stepTitles } from './wording.ts';

type Wizard = ReturnType<typeof useOnboarding>;

/** Renders the wizard: five questions, one at a time. The answers survive a reload. */
export function OnboardingScreen() {
  const wizard = useOnboarding();
  const { step, values, errors, isSaving, failure, go, back } = wizard;
  const message = getMessage(errors);
  const isSuspended = useSession().tenant?.suspended === true;
  const id = useId();
  const heading = useFocusedHeading(step);
  const isLast = step === 5;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isLast) void wizard.complete();
    else if (!wizard.next()) focusFirstError(id);
  }

  return (
    <Stack gap="lg" className={classes.screen ?? ''}>
      <StepProgress step={step} skipsName={values.businessType === 'doctor'} onStep={go} />
      <form id={id} noValidate onSubmit={handleSubmit}>
        <Stack gap="lg">
          <div>
            <Text size="sm" c="dimmed">
              Step {step} of {stepTitles.length}
            </Text>
            <Title order={1} ref={heading} tabIndex={-1} className={classes.heading ?? ''}>
              {stepTitles[step - 1]}
            </Title>
            {stepHints[step] !== undefined && (
              <Text size="sm" c="dimmed">
                {stepHints[step]}
              </Text>
            )}
          </div>
          <Question wizard={wizard} />
          {message && <Alert color="red">{message}</Alert>}
          {isLast && isSuspended && <Alert color="marigold">{suspendedSentence}</Alert>}
          {failure && <FailureNotice text={saveFailed} {...failure} />}
          <Group justify="space-between">
            {step > 1 ? (
              <Button variant="default" size="md" onClick={back} disabled={isSaving}>
                Back
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" size="md" disabled={isSaving || (isLast && isSuspended)}>
              {!isLast && 'Next'}
              {isLast && (isSaving ? 'Saving...' : 'Complete Setup')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

function Question({ wizard: { step, values, errors, change, go } }: { wizard: Wizard }) {
  if (step === 1) {
    return (
      <BusinessTypeForm
        value={values.businessType}
        hasError={'businessType' in errors}
        onChange={(businessType) => change({ businessType })}
      />
    );
  }
  if (step === 2) {
    return (
      <TextInput
        size="md"
        label="Turf name"
        description="The name that your customers know. Your staff see it too."
        required
        maxLength={200}
        autoComplete="organization"
        value={values.businessName}
        error={'businessName' in errors}
        onChange={(event) => change({ businessName: event.currentTarget.value })}
      />
    );
  }
  if (step === 3)
    return (
      <TimeSlotsForm hasDays slots={values.slots} errors={errors} onChange={(slots) => change({ slots })} />
    );
  if (step === 4) return <OperatingDaysForm days={values.days} onChange={(days) => change({ days })} />;
  return <ReviewCard values={values} onChange={go} />;
}

/** Focuses the heading of a new step, so that a screen reader reads it. Not on the first render. */
function useFocusedHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
