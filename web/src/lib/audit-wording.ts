/** What the first word of an action is about, for the filter above the log. */
export const auditNouns: Readonly<Record<string, string>> = {
  appointment: 'Bookings',
  prescription: 'Prescriptions',
  revenue: 'Revenue exports',
  session: 'Sign-ins',
  sessions: 'Sign-outs everywhere',
  password: 'Passwords',
  factor: 'Two-step verification',
  recovery_codes: 'Recovery codes',
  identity: 'Google accounts',
  profile: 'Own profiles',
  invitation: 'Invitations',
  staff: 'Staff changes',
  business_profile: 'Business profile',
  onboarding: 'Onboarding',
  webhook: 'Webhooks',
  delivery: 'Deliveries tried again',
  booking_mails: 'Mail to the people of bookings',
  subscription: 'Plan changes',
  payment: 'Payments',
  plan: 'Plan terms',
  tenant: 'Business by the platform',
  platform: 'Looks from the platform',
  account: 'Accounts deleted or restored',
  person: 'People signed out',
  access: 'Refused tries',
};

/** An action as a person reads it: `appointment.no_show` → `Appointment no show`. */
export function actionName(action: string): string {
  const text = action.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
