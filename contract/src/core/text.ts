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

/**
 * A line that letters repeat to people who may not know who typed it: a name, a doctor, a business. Web addresses are refused, so that a
 * letter of ours carries nobody else's link; those of rows that stand already are taken apart when they are mailed.
 */
export function mailedLine(longest: number): z.ZodString {
  return line(longest).refine((text) => !looksLikeLink(text), noLinks);
}

/** The same, and it must hold something. */
export function requiredMailedLine(longest: number, message: string): z.ZodString {
  return mailedLine(longest).min(1, message);
}

export const noLinks = 'Please leave out web addresses';

/**
 * A scheme, `www.`, or an ending that mail programs turn into a link by themselves, after any full stop that browsers take for a dot. A dot
 * alone is no link: many names are written without a space after it (`A.K.Sharma`, `Dr.Rao`), and endings that are surnames as well (`Dr.De`)
 * are left out.
 */
const address =
  /:\/|www[.\uFF0E\u3002\uFF61]\S|[\p{L}\p{N}][.\uFF0E\u3002\uFF61](?:com|net|org|info|biz|in|co|io|ai|me|app|dev|xyz|site|online|shop|store|club|live|link|click|top|vip|icu|bid|buzz|fun|website|space|tech|mobi|gov|edu|uk|us|eu|ru|cn|tk|ml|ga|cf|gq|ly|gl|gd|cc|tv|ws)(?![\p{L}\p{N}-])/iu;
const addressWithPath = /[a-z0-9][.\uFF0E\u3002\uFF61][a-z]{2,24}\//u;

/** Whether a mail program, or a person, would take a part of a text for a web address. */
export function looksLikeLink(text: string): boolean {
  return address.test(text) || addressWithPath.test(text);
}

export const EmailAddress = z
  .string()
  .trim()
  .max(254, 'At most 254 characters, please')
  .pipe(z.email('Please enter a valid email address'));
export const Id = z.uuid();
