import {
  getStarted,
  type MailedLink,
  openMailedLink,
  setPassword,
  type StartBusiness,
} from '@samay/contract/identity/passwords';
import { call } from '../../../lib/api/api.ts';

/** Returns the address that a mailed link belongs to. @throws ApiError */
export async function openLink(link: MailedLink): Promise<{ email: string }> {
  return call(openMailedLink, { body: { link } });
}

/** Sets a new password. @throws ApiError; `link.spent` if the link was used or has expired. */
export async function replacePassword(link: MailedLink, password: string): Promise<void> {
  await call(setPassword, { body: { link, password } });
}

/** Starts a business. @throws ApiError */
export async function startBusiness(start: StartBusiness): Promise<void> {
  await call(getStarted, { body: start });
}
