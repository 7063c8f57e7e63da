import { z } from 'zod';

/** One line that a person typed: trimmed, without control characters. */
export function line(longest: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters, please`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please leave out control characters');
}

/** A line that must hold something; `message` is what the field says when it does not. */
export function requiredLine(longest: number, message: string): z.ZodString {
  return line(longest).min(1, message);
}

export const EmailAddress = z
  .string()
  .trim()
  .max(254, 'At most 254 characters, please')
  .pipe(z.email('Please enter a valid email address'));
export const Id = z.uuid();
