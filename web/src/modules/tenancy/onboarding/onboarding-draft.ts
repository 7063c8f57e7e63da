import { emptyOnboarding, type OnboardingValues, type Step } from './onboarding-values.ts';

export interface OnboardingDraft {
  readonly step: Step;
  readonly values: OnboardingValues;
}

const key = 'samay-onboarding';

/** What this person began in this tab, so that loading the page again loses nothing; the first step otherwise. */
export function draftOf(userId: string): OnboardingDraft {
  const kept = read();
  return kept?.userId === userId
    ? { step: kept.step, values: { ...emptyOnboarding(), ...kept.values } }
    : { step: 1, values: emptyOnboarding() };
}

export function keepDraft(userId: string, draft: OnboardingDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, ...draft }));
  } catch {
    // A browser that stores nothing keeps the answers as long as the page is open.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(key);
}

function read(): (OnboardingDraft & { userId: string }) | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as (OnboardingDraft & { userId: string }) | null;
    return kept && [1, 2, 3, 4, 5].includes(kept.step) && Array.isArray(kept.values.slots) && Array.isArray(kept.values.days)
      ? kept
      : undefined;
  } catch {
    // What is no draft of ours is none.
    return undefined;
  }
}
