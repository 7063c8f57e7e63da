/** The sentence of Settings for each `?error=` code; any other code is `connectFailed`. */
export const connectErrors = {
  oauth_failed: 'Google OAuth authentication failed.',
  token_exchange_failed: 'Failed to exchange token with Google.',
  missing_params: 'Required parameters missing for Google Calendar connection.',
  unknown: 'An unknown error occurred while connecting to Google Calendar.',
} as const;

export const connectFailed = 'Failed to connect Google Calendar. Please try again.';
