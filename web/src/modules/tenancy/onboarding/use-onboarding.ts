import { completeOnboarding } from '@samay/contract/tenancy/onboarding';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { readDraft, forgetDraft, keepDraft } from './onboarding-draft.ts';
import { daysOfSlots } from './slot-values.ts';
import {
  type Errors,
  findErrors,
  onboardingBody,
  type OnboardingValues,
  type Step,
  stepFrom,
} from './onboarding-values.ts';

const steps: readonly Step[] = [1, 2, 3, 4, 5];

/**
 * Returns the state of the wizard: answers, step and errors. Nothing is lost on a failure. After
 * saving, the session is refetched and the guard leads to the home page.
 */
export function useOnboarding() {
  const { user, tenant } = useSession();
  const { retry } = useAuth();
  const [begun] = useState(() => readDraft(user.id, tenant?.name));
  const [draft, setDraft] = useState(begun);
  const [errors, setErrors] = useState<Errors>({});
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ hint?: string }>();
  useEffect(() => {
    if (draft !== begun) keepDraft(user.id, draft);
  }, [user.id, draft, begun]);

  const { step, values } = draft;
  const change = (changed: Partial<OnboardingValues>) => {
    setErrors({});
    setDraft((before) => ({ ...before, values: { ...before.values, ...changed } }));
  };
  const go = (to: Step, wrong: Errors = {}) => {
    setErrors(wrong);
    setFailure(undefined);
    setDraft((before) => ({ ...before, step: to }));
  };
  /** Moves to the next step if this one is complete, and returns whether it did. */
  const next = (): boolean => {
    const wrong = findErrors(step, values);
    const isAnswered = Object.keys(wrong).length === 0;
    if (isAnswered) go(stepFrom(step, 1, values));
    else setErrors(wrong);
    // The days that were chosen with the hours need not be chosen again.
    if (isAnswered && step === 3 && values.days.length === 0) change({ days: daysOfSlots(values.slots) });
    return isAnswered;
  };
  const complete = async () => {
    const open = steps.find((one) => Object.keys(findErrors(one, values)).length > 0);
    if (open) return go(open, findErrors(open, values));
    setSaving(true);
    setFailure(undefined);
    try {
      await call(completeOnboarding, { body: onboardingBody(values) });
    } catch (error) {
      // A first request may have succeeded without a reply, or in another tab.
      if (!(error instanceof ApiError && error.code === 'onboarding.completed')) {
        setSaving(false);
        return setFailure(error instanceof ApiError ? { hint: error.message } : {});
      }
    }
    forgetDraft();
    retry();
  };
  return {
    step,
    values,
    errors,
    isSaving,
    failure,
    change,
    go,
    next,
    back: () => go(stepFrom(step, -1, values)),
    complete,
  };
}
