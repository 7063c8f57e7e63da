import { Onboarding } from '@samay/contract/tenancy/onboarding';
import { describe, expect, it } from 'vitest';
import {
  emptyOnboarding,
  findErrors,
  getMessage,
  onboardingBody,
  type OnboardingValues,
  stepFrom,
} from './onboarding-values.ts';
import { slotValues } from './slot-values.ts';

const turf: OnboardingValues = {
  businessType: 'turf',
  businessName: ' Green Turf ',
  slots: [slotValues({ start_time: '6 AM', end_time: '11 PM' })],
  days: ['Monday', 'Sunday'],
};
const fillIn = 'Please fill in all time slots or remove empty ones';

describe('each step is left only when it is answered, in its own words [P-3.8]', () => {
  it.each([
    [1, {}, 'Please select your business type'],
    [2, { businessType: 'turf' as const, businessName: '  ' }, 'Please enter your turf name'],
    [3, {}, fillIn],
    [3, { slots: [] }, fillIn],
    [4, {}, 'Please select at least one day'],
  ] as const)('step %i with %o: %s [P-3.9]', (step, given, message) => {
    expect(getMessage(findErrors(step, { ...emptyOnboarding(), ...given }))).toBe(message);
    expect(findErrors(step, turf)).toEqual({});
  });

  it('asks a clinic for no name', () => {
    expect(findErrors(2, { ...turf, businessType: 'doctor', businessName: '' })).toEqual({});
    expect([
      stepFrom(1, 1, { ...turf, businessType: 'doctor' }),
      stepFrom(3, -1, { ...turf, businessType: 'doctor' }),
    ]).toEqual([3, 1]);
    expect([stepFrom(1, 1, turf), stepFrom(3, -1, turf), stepFrom(4, 1, turf)]).toEqual([2, 2, 5]);
  });

  it('shows errors at their fields, and missing answers below', () => {
    const slots = [
      slotValues({ start_time: '9 AM', end_time: '1 PM' }),
      { ...slotValues({ start_time: '9 AM', end_time: '' }), start: '25' },
    ];
    const errors = findErrors(3, { ...turf, slots });
    expect(errors).toEqual({ '1.start_time': 'Please enter a time such as 9 or 9:30', '1.end_time': fillIn });
    expect(getMessage(errors)).toBe(fillIn);
    expect(getMessage({ '1.start_time': 'Please enter a time such as 9 or 9:30' })).toBeUndefined();
  });
});

it('sends what the server accepts', () => {
  expect(Onboarding.parse(onboardingBody(turf))).toEqual({
    businessType: 'turf',
    businessName: 'Green Turf',
    timeSlots: [{ start_time: '6 AM', end_time: '11 PM' }],
    operatingDays: ['Monday', 'Sunday'],
  });
  expect(onboardingBody({ ...turf, businessType: 'doctor' }).businessName).toBeNull();
  expect(() => onboardingBody(emptyOnboarding())).toThrow();
});
