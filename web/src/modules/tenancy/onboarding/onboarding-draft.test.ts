import { afterEach, expect, it } from 'vitest';
import { readDraft, forgetDraft, keepDraft } from './onboarding-draft.ts';
import { emptyOnboarding } from './onboarding-values.ts';

afterEach(() => sessionStorage.clear());

it('is restored for the same person, and for nobody else [P-3.10]', () => {
  const values = { ...emptyOnboarding(), businessType: 'turf' as const, businessName: 'Green' };
  keepDraft('asha', { step: 3, values });
  expect(readDraft('asha')).toEqual({ step: 3, values });
  expect(readDraft('ravi')).toMatchObject({ step: 1, values: { businessType: null, businessName: '' } });
  forgetDraft();
  expect(readDraft('asha').step).toBe(1);
});

it.each([
  '',
  '{',
  'null',
  '7',
  '{"userId":"asha","step":9,"values":{}}',
  '{"userId":"asha","step":2,"values":{"slots":1}}',
  '{"userId":"asha","step":2}',
])('starts empty if %j is stored', (text) => {
  sessionStorage.setItem('samay-onboarding', text);
  expect(readDraft('asha')).toMatchObject({ step: 1, values: { businessType: null, days: [] } });
});
