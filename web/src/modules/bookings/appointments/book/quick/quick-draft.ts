import { createDraft } from '../../../../../lib/draft.ts';
import type { HeldKey } from '../use-create-appointment.ts';
import type { QuickValues, Sent } from './quick-values.ts';

interface QuickDraft {
  readonly values: QuickValues;
  /** The last request, if it was not answered. */
  readonly sent: Sent | null;
  readonly keyRef: HeldKey;
}

/** The draft of the quick form. */
export const { draftOf, keepDraft, forgetDraft } = createDraft<QuickDraft>();
