import {
  type SetupChecklist,
  type SetupStepName,
  skipSetupStep,
} from '@samay/contract/tenancy/setup-checklist';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { toastFailed } from '../../../ui/feedback/toast.tsx';
import { setupChecklist } from './api.ts';

export interface SetupStep {
  readonly checklist: SetupChecklist;
  readonly step: SetupStepName;
  /** Whether the user came here by answering or skipping the step before: it takes the focus. */
  readonly isReached: boolean;
  /** Keeps this step on the screen until it is answered, while saving changes the checklist. */
  hold(): void;
  /**
   * Moves to the next step once an answer is saved. `asItIs` also stores that the step is not to be
   * asked again.
   */
  goOn(asItIs?: boolean): Promise<void>;
  skip(): Promise<void>;
}

/**
 * Returns the step of the checklist to show, and the functions that leave it; null if there is
 * none. `onEnd` is called after the last step.
 */
export function useSetupStep(onEnd: () => void): SetupStep | null {
  const client = useQueryClient();
  const { data } = useQuery(setupChecklist());
  const [held, hold] = useState<SetupStepName | null>(null);
  const [reached, setReached] = useState<SetupStepName | null>(null);
  const step = held ?? data?.next ?? null;
  if (!data || step === null) return null;

  const leave = (next: SetupStepName | null | undefined) => {
    setReached(next ?? null);
    hold(null);
    if (next === null) onEnd();
  };
  const skip = async () => {
    try {
      const checklist = await call(skipSetupStep, { params: { step } });
      client.setQueryData(setupChecklist().queryKey, checklist);
      leave(checklist.next);
    } catch (error) {
      toastFailed(errorText(error, 'Failed to skip the question'));
    }
  };
  return {
    checklist: data,
    step,
    isReached: reached === step,
    hold: () => hold(step),
    async goOn(asItIs = false) {
      if (asItIs) return skip();
      await client.invalidateQueries({ queryKey: setupChecklist().queryKey });
      leave(client.getQueryData(setupChecklist().queryKey)?.next);
    },
    skip,
  };
}
