import { isEmail } from '../../../lib/session/sign-in-email.ts';

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

export interface FieldErrors {
  email?: string;
  password?: string;
}

/**
 * Returns the errors of missing or malformed fields. Written by hand, because a schema library
 * would double the page's size.
 */
export function wrongIn({ email, password }: Credentials): FieldErrors {
  return {
    ...(email.trim() === '' && { email: 'Please enter your email address' }),
    ...(email.trim() !== '' && !isEmail(email) && { email: 'Please enter a valid email address' }),
    ...(password === '' && { password: 'Please enter your password' }),
  };
}
