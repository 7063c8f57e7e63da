import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Returns the error sentence of a field whose rule has no sentence: it names the expected value;
 * zod's own names the found one.
 */
export function fieldSentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Please fill in this field'
        : ofType(issue.expected);
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1
          ? 'Please fill in this field'
          : `At least ${issue.minimum} characters, please`;
      return issue.origin === 'array'
        ? `At least ${issue.minimum} entries, please`
        : `Please enter ${issue.minimum} or more`;
    case 'too_big':
      if (issue.origin === 'string') return `At most ${issue.maximum} characters, please`;
      return issue.origin === 'array'
        ? `At most ${issue.maximum} entries, please`
        : `Please enter ${issue.maximum} or less`;
    case 'invalid_value':
      return `Please choose one of these: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not a valid id' : 'This is not in the expected format';
    case 'unrecognized_keys':
      return 'This field is not known here';
    default:
      return 'This is not in the expected format';
  }
}

function ofType(expected: string): string {
  switch (expected) {
    case 'number':
      return 'Please enter a number';
    case 'int':
      return 'Please enter a whole number';
    case 'string':
      return 'Please enter text';
    case 'boolean':
      return 'Please answer with true or false';
    case 'array':
      return 'Please send a list';
    default:
      return 'This is not in the expected format';
  }
}
