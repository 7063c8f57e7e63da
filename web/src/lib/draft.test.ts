import { expect, it } from 'vitest';
import { createDraft } from './draft.ts';

it('is restored for the user who typed it, and for nobody else, until it is deleted [P-5.57]', () => {
  const { draftOf, keepDraft, forgetDraft } = createDraft<string>();
  keepDraft('desk', 'Meenakshi');
  expect(draftOf('desk')).toBe('Meenakshi');
  expect(draftOf('doctor')).toBeNull();
  forgetDraft();
  expect(draftOf('desk')).toBeNull();
});
