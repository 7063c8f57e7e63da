import { afterEach, expect, it } from 'vitest';
import { draftOf, forgetDraft, keepDraft } from './booking-draft.ts';
import { emptyBooking } from './booking-values.ts';

const begun = { ...emptyBooking(), personName: 'Meenakshi' };

afterEach(forgetDraft);

it('is restored for the user who typed it, and for nobody else [P-5.57]', () => {
  keepDraft('desk', begun);
  expect(draftOf('desk')).toEqual(begun);
  expect(draftOf('doctor')).toBeNull();
});

it('is gone after it was deleted', () => {
  keepDraft('desk', begun);
  forgetDraft();
  expect(draftOf('desk')).toBeNull();
});
