/** The input of a user that a form has neither sent nor discarded. */
export interface Draft<T> {
  /** Returns the draft; null if this user has none. */
  draftOf: (userId: string) => T | null;
  keepDraft: (userId: string, draft: T) => void;
  forgetDraft: () => void;
}

/**
 * Returns a place for the draft of a form. It survives a change of page and the end of the session,
 * which closes the form. It lives in the memory of this tab and belongs to one user, so nobody else
 * at the desk sees a patient's name.
 */
export function createDraft<T>(): Draft<T> {
  let kept: { readonly userId: string; readonly draft: T } | null = null;
  return {
    draftOf: (userId) => (kept?.userId === userId ? kept.draft : null),
    keepDraft(userId, draft) {
      kept = { userId, draft };
    },
    forgetDraft() {
      kept = null;
    },
  };
}
