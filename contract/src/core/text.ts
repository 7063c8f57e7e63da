import { z } from 'zod';
import { withoutInvisible } from './characters.ts';

const withoutControl = /^[^\p{Cc}\p{Cs}]*$/u;
const noControl = 'Please leave out control characters';

/** Accepts one line that a person typed: trimmed, without control characters. */
export function line(longest: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters, please`)
    .regex(withoutControl, noControl);
}

/**
 * Accepts several lines as a person types them: line ends become `
 * `, and other control characters but tabs are refused.
 */
export function lines(longest: number): z.ZodString {
  return z
    .string()
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .max(longest, `At most ${longest} characters, please`)
    .refine((text) => withoutControl.test(text.replaceAll(/[\n\t]/g, '')), noControl);
}

/**
 * Matches a visible character: no space, and no invisible one, such as the zero-width space,
 * Hangul's filler and the empty Braille.
 */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Requires a line; `message` is the error when it is empty or looks empty. */
export function requiredLine(longest: number, message: string): z.ZodString {
  return line(longest).min(1, message).regex(visible, message);
}

/**
 * Accepts a line that emails repeat to other people: a name, a doctor, a business. Web addresses
 * are refused, so that our emails contain no foreign links; in older rows they are made harmless
 * when they are mailed.
 */
export function mailedLine(longest: number): z.ZodString {
  return line(longest).refine((text) => !looksLikeLink(text), noLinks);
}

/** Requires a line that emails repeat to other people; see `mailedLine`. */
export function requiredMailedLine(longest: number, message: string): z.ZodString {
  return mailedLine(longest).min(1, message).regex(visible, message);
}

export const noLinks = 'Please leave out web addresses';

/**
 * Matches a scheme, `www.`, or a domain with a path, after any character that browsers read as a
 * dot. A domain alone is allowed: initials and degrees look like one (`Manjunath.CN`, `Priya
 * B.Com`), and mails put a space behind each dot of a name.
 */
const address = /:\/|www[.\uFF0E\u3002\uFF61]\S/iu;
/**
 * Allows capitals, which may be initials, a degree or a title before the next one: `M.A.MD/M.Phil`.
 */
const addressWithPath = /[\p{L}\p{N}][.\uFF0E\u3002\uFF61](?:[a-z]{2,24}\/|[A-Z]{2,24}\/(?!\p{L}{1,4}[.]))/u;

/** Returns whether a mail program or a person would read a part of a text as a web address. */
export function looksLikeLink(text: string): boolean {
  return address.test(text) || addressWithPath.test(text);
}

export const invalidEmail = 'Please enter a valid email address';

export const EmailAddress = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(254, 'At most 254 characters, please')
  .pipe(z.email(invalidEmail));
export const Id = z.uuid();

/**
 * Accepts the address of a page or a server, with two slashes behind its scheme, and keeps it as a
 * browser sends it: scheme and host in small letters, no control characters.
 */
export function webAddress(scheme: 'https' | 'http or https', longest: number, error: string) {
  const beginning = scheme === 'https' ? /^https:\/\//i : /^https?:\/\//i;
  return z
    .string()
    .trim()
    .regex(beginning, error)
    .refine((text) => URL.canParse(text), { error })
    .overwrite(asSent)
    .max(longest, `At most ${longest} characters, please`);
}

/** Returns an address as a browser sends it; the slash behind a host alone is not added. */
function asSent(text: string): string {
  const sent = URL.canParse(text) ? new URL(text).href : text;
  return sent === `${text}/` ? text : sent;
}
