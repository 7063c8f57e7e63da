/** The agreed texts of Set Your Password (P-2.36). */
export const setPasswordWording = {
  noLink: 'No authentication token found. Please request a new link.',
  unknownLink: 'Failed to establish an authenticated session.',
  notOpened: 'Failed to establish session',
  notSet: 'Failed to set password',
  done: 'Password set successfully! You can now log in with your email and password.',
};

export const newLinkHint =
  'A link works once and for a limited time. You can ask for a new one on the sign-in ' +
  'page: enter your email there and press "Forgot your password?".';

export const getStartedWording = {
  notSent: 'Samay did not answer. Please check your connection and try again; what you typed is still here.',
  sent: 'Check your email',
};
