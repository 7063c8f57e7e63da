import type { AgreedTexts } from './missing-texts.ts';

/** The agreed error messages and confirmations (P-16.19). */
export const messageTexts: AgreedTexts = {
  'Signing in': [
    { text: 'Invalid email or password. Please try again.', unit: 'web/src/app/app.test.tsx' },
    'Google login failed: {message}',
    'Failed to initiate Google login. Please try again.',
    'Password reset link sent to your email!',
    { text: 'Failed to send reset link', unit: 'web/src/modules/identity/session/login-screen.test.tsx' },
    {
      text: 'Please enter your email address first',
      unit: 'web/src/modules/identity/session/login-screen.test.tsx',
    },
    {
      text: 'Configuration test failed: {message}',
      unit: 'web/src/modules/identity/session/debug-card.test.tsx',
    },
  ],
  'Appointments and bookings': [
    'Failed to create appointment',
    { text: 'Tenant information is missing', unit: 'contract/src/core/errors.test.ts' },
    'Failed to load appointments',
    {
      text: 'Failed to load bookings',
      unit: 'web/src/modules/bookings/appointments/list/appointments-screen.test.tsx',
    },
    'Failed to cancel appointment',
    {
      text: 'Failed to upload prescription file',
      unit: 'web/src/modules/bookings/appointments/actions/prescription/upload-dialog.test.tsx',
    },
    {
      text: 'Only .jpg, .jpeg, .png, and .pdf files are allowed',
      unit: 'web/src/modules/bookings/appointments/actions/prescription/prescription-file.test.ts',
    },
    {
      text: 'File size must be less than 10MB',
      unit: 'web/src/modules/bookings/appointments/actions/prescription/prescription-file.test.ts',
    },
    {
      text: "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.",
      unit: 'contract/src/core/errors.test.ts',
    },
    {
      text: "Limit reached: You've reached your monthly booking limit. Please upgrade your plan to book more bookings.",
      unit: 'contract/src/core/errors.test.ts',
    },
  ],
  Revenue: [
    { text: 'No tenant ID available', unit: 'web/src/modules/desk/revenue/revenue-screen.test.tsx' },
    {
      text: 'No tenant information available',
      unit: 'web/src/modules/reach/calendar/calendar-section.test.tsx',
    },
    {
      text: 'Failed to load revenue data: {message}',
      unit: 'web/src/modules/desk/revenue/revenue-screen.test.tsx',
    },
  ],
  Users: [
    { text: 'Failed to fetch users: {message}', unit: 'web/src/modules/tenancy/staff/staff-screen.test.tsx' },
    { text: 'Failed to cancel invitation', unit: 'web/src/modules/tenancy/staff/staff-screen.test.tsx' },
    { text: 'Failed to delete user', unit: 'web/src/modules/tenancy/staff/staff-screen.test.tsx' },
    { text: 'Failed to update user role', unit: 'web/src/modules/tenancy/staff/staff-screen.test.tsx' },
    { text: 'Failed to send invitation', unit: 'web/src/modules/tenancy/staff/invite-dialog.test.tsx' },
    'User is already active in your organization',
    'User already has a pending invitation',
    {
      text: 'Unable to determine your organization. Please contact support.',
      unit: 'web/src/modules/tenancy/staff/invite-dialog.test.tsx',
    },
    {
      text: 'Cannot change role for pending users',
      unit: 'web/src/modules/tenancy/staff/staff-screen.test.tsx',
    },
  ],
  Onboarding: ['Failed to save your information. Please try again.'],
  'Set password': [
    'No authentication token found. Please request a new link.',
    'Failed to establish an authenticated session.',
    {
      text: 'No active session. Please request a new link.',
      unit: 'web/src/app/pages/set-password.test.tsx',
    },
    { text: 'Failed to establish session', unit: 'web/src/app/pages/set-password.test.tsx' },
    { text: 'Failed to set password', unit: 'web/src/app/pages/set-password.test.tsx' },
  ],
  Calendar: [
    {
      text: 'Failed to disconnect Google Calendar. Please try again.',
      unit: 'web/src/modules/reach/calendar/integrations-section.test.tsx',
    },
    {
      text: 'An error occurred while disconnecting Google Calendar.',
      unit: 'web/src/modules/reach/calendar/integrations-section.test.tsx',
    },
    'Google Calendar disconnected successfully!',
    'Are you sure you want to disconnect Google Calendar?',
    'No Google Calendar integration found. Please connect your Google Calendar in Settings.',
    {
      text: 'Failed to fetch calendar ID. Please check your Google Calendar integration in Settings.',
      unit: 'web/src/modules/reach/calendar/calendar-section.test.tsx',
    },
    {
      text: 'Failed to initiate Google OAuth',
      unit: 'web/src/modules/reach/calendar/integrations-section.test.tsx',
    },
    'Google OAuth authentication failed.',
    {
      text: 'Failed to exchange token with Google.',
      unit: 'web/src/modules/reach/calendar/integrations-section.test.tsx',
    },
    {
      text: 'Required parameters missing for Google Calendar connection.',
      unit: 'web/src/modules/reach/calendar/integrations-section.test.tsx',
    },
    {
      text: 'An unknown error occurred while connecting to Google Calendar.',
      unit: 'web/src/modules/reach/calendar/integrations-section.test.tsx',
    },
    {
      text: 'Failed to connect Google Calendar. Please try again.',
      unit: 'web/src/app/pages/oauth-page.test.tsx',
    },
    'Authentication failed.',
    { text: 'Invalid authentication callback.', unit: 'web/src/app/pages/oauth-page.test.tsx' },
    {
      text: 'An unexpected error occurred during authentication.',
      unit: 'web/src/app/pages/oauth-page.test.tsx',
    },
    'Google Calendar connected successfully! Redirecting...',
  ],
  Payment: [
    {
      text: 'Email information not found. Please try again or contact support.',
      unit: 'web/src/modules/tenancy/payments/payment-callback-screen.test.tsx',
    },
    {
      text: 'Payment verification failed',
      unit: 'web/src/modules/tenancy/payments/payment-callback-screen.test.tsx',
    },
    'An error occurred while processing your payment',
    'Payment successful! You are now registered as a Business Admin with the {Plan} plan.',
  ],
  'Silent handling': [
    {
      text: 'Loading chunk failed ({type}). Please check your connection and reload.',
      unit: 'web/src/app/error-screen.test.tsx',
    },
    { text: 'Missing exp claim', unit: 'server/src/http/access-token.test.ts' },
    { text: 'JWT has expired', unit: 'server/src/http/access-token.test.ts' },
    { text: 'Invalid alg claim', unit: 'server/src/http/access-token.test.ts' },
    { text: 'Invalid JWT signature', unit: 'server/src/http/access-token.test.ts' },
  ],
};
