import { emptyOnboarding, type OnboardingValues, type Step } from './onboarding-values.ts';

export interface OnboardingDraft {
  readonly step: Step;
  readonly values: OnboardingValues;
}

const key = 'samay-onboarding';

/**
 * Returns the user's draft in this tab, so that a reload loses nothing; otherwise the first step
 * with the name given at sign-up.
 */
export function readDraft(userId: string, name = ''): OnboardingDraft {
  const kept = read();
  return kept?.userId === userId
    ? { step: kept.step, values: { ...emptyOnboarding(), ...kept.values } }
    : { step: 1, values: emptyOnboarding(name) };
}

export function keepDraft(userId: string, draft: OnboardingDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, ...draft }));
  } catch {
    // Without storage the answers last as long as the page.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(key);
}

function read(): (OnboardingDraft & { userId: string }) | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as
      | (OnboardingDraft & { userId: string })
      | null;
    return kept &&
      [1, 2, 3, 4, 5].includes(kept.step) &&
      Array.isArray(kept.values.slots) &&
      Array.isArray(kept.values.days)
      ? kept
      : undefined;
  } catch {
    // Invalid stored data counts as no draft.
    return undefined;
  }
}
