import { expect, it } from 'vitest';
import { ApiError } from '../../../../../lib/api/api.ts';
import { isShownAtField } from './refused-field.ts';

const sentence = 'The doctor does not give this service.';
const one = { services: ['Cleaning'], resources: ['Dr. Rao'] };
const two = { services: ['Cleaning', 'Filling'], resources: ['Dr. Rao', 'Dr. Iyer'] };
const about = (field: string, text = sentence) =>
  new ApiError('service.not_given', sentence, 409, { fields: { [field]: text } });

it.each([
  ['a service among several', about('serviceId'), two, {}, true],
  ['the only service, which has no field', about('serviceId'), one, {}, false],
  ['a doctor among several', about('resourceId'), two, {}, true],
  ['a doctor by name in the field of doctors', about('doctor'), one, { hasDoctorField: true }, true],
  ['the only doctor, who has no field', about('resourceId'), one, {}, false],
  ['a field with a sentence of its own', about('serviceId', 'Too long'), two, {}, false],
  ['a date of a series', about('occurrences.1'), two, {}, false],
  ['no field', new ApiError('slot.taken', sentence, 409), two, {}, false],
  ['no answer', new Error(sentence), two, {}, false],
])('the sentence of a refusal of %s [P-6.48]', (_, error, choices, form, isAtField) => {
  expect(isShownAtField(error, choices, form)).toBe(isAtField);
});
