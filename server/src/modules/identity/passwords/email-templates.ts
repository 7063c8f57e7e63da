import type { Email } from '../../../adapters/mail/port.ts';

/** An email without its recipient. */
export type EmailText = Omit<Email, 'to'>;

export function recoveryEmail(link: string): EmailText {
  return {
    subject: 'Set a new password for Samay',
    text: `Someone asked for a new password for your Samay account. To set one, open this link within 15 minutes:

${link}

It works once. If this was not you, there is nothing to do: your password stays as it is.`,
  };
}

/** Writes the email without the business's name: anyone can have typed it for any address. */
export function signupEmail(link: string): EmailText {
  return {
    subject: 'Set up your business on Samay',
    text: `To set up your business on Samay, set your password first. Open this link within a day:

${link}

It works once. If you did not ask for this, there is nothing to do: nothing has been created yet.`,
  };
}

/** Writes the email for a business that a payment has created already. */
export function paidEmail(link: string): EmailText {
  return {
    subject: 'Your Samay plan is paid: set your password',
    text: `Thank you, your payment has arrived. To open your business on Samay, set your password. Open this link within a day:

${link}

It works once. If it has expired, "Forgot your password?" on the sign-in page gets you a new one.`,
  };
}

/**
 * Writes the answer to a sign-up with an address that has an account; only its owner learns that.
 */
export function alreadyRegisteredEmail(address: string): EmailText {
  return {
    subject: 'You already have a Samay account',
    text: `Someone asked to start a new business on Samay with this address. It has an account already, so nothing was created. Sign in here:

${address}/login

If you do not know your password, press "Forgot your password?" there. If this was not you, there is nothing to do.`,
  };
}

export function invitationEmail(link: string, business: string, address: string): EmailText {
  return {
    subject: `You are invited to ${business} on Samay`,
    text: `${business} has invited you to work with them on Samay. Sign in with Google, using this email address:

${address}/login

Or set a password of your own. This link works once, within 7 days of the invitation:

${link}

If you do not know ${business}, there is nothing to do.`,
  };
}
