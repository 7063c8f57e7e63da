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

/** What is missing or cannot be an e-mail (specification 5). By hand: a schema would double the page's own code. */
export function wrongIn({ email, password }: Credentials): FieldErrors {
  return {
    ...(email.trim() === '' && { email: 'Please enter your email address' }),
    ...(email.trim() !== '' && !isEmail(email) && { email: 'Please enter a valid email address' }),
    ...(password === '' && { password: 'Please enter your password' }),
  };
}
