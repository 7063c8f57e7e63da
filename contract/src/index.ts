import * as account from './identity/account.ts';
import * as appointments from './bookings/appointments.ts';
import * as audit from './audit/audit-log.ts';
import * as bookingMails from './reach/booking-mails.ts';
import * as calendar from './reach/calendar.ts';
import * as dashboard from './bookings/dashboard.ts';
import * as daySheet from './bookings/day-sheet.ts';
import * as deliveries from './reach/deliveries.ts';
import type { AnyEndpoint } from './core/endpoint.ts';
import * as setupChecklist from './tenancy/setup-checklist.ts';
import * as files from './bookings/files.ts';
import * as googleSignIn from './identity/google-sign-in.ts';
import * as health from './platform/health.ts';
import * as live from './reach/live.ts';
import * as looks from './audit/support-access.ts';
import * as onboarding from './tenancy/onboarding.ts';
import * as passwords from './identity/passwords.ts';
import * as payments from './tenancy/payments.ts';
import * as patients from './bookings/patients.ts';
import * as revenue from './bookings/revenue.ts';
import * as platform from './platform/tenants.ts';
import * as platformBilling from './platform/billing.ts';
import * as platformStaff from './platform/tenant-staff.ts';
import * as platformUsers from './platform/users.ts';
import * as profile from './identity/profile.ts';
import * as queue from './bookings/queue.ts';
import * as schedule from './bookings/schedule.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as session from './identity/session.ts';
import * as staff from './tenancy/staff.ts';
import * as sessions from './identity/sessions.ts';
import * as subscriptions from './tenancy/subscriptions.ts';
import * as webhooks from './reach/webhooks.ts';

/** Every endpoint of the server by its name. */
export const endpoints = {
  signIn: session.signIn,
  getSession: session.getSession,
  refreshSession: session.refreshSession,
  signOut: session.signOut,
  checkOnboarding: session.checkOnboarding,
  raiseAssurance: secondFactor.raiseAssurance,
  getSecondFactor: secondFactor.getSecondFactor,
  startEnrolment: secondFactor.startEnrolment,
  confirmEnrolment: secondFactor.confirmEnrolment,
  removeSecondFactor: secondFactor.removeSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  changeProfile: profile.changeProfile,
  beginGoogleSignIn: googleSignIn.beginGoogleSignIn,
  completeGoogleSignIn: googleSignIn.completeGoogleSignIn,
  getGoogleLink: googleSignIn.getGoogleLink,
  unlinkGoogle: googleSignIn.unlinkGoogle,
  completeOnboarding: onboarding.completeOnboarding,
  getBusinessProfile: onboarding.getBusinessProfile,
  changeBusinessProfile: onboarding.changeBusinessProfile,
  requestPasswordRecovery: passwords.requestPasswordRecovery,
  getStarted: passwords.getStarted,
  openMailedLink: passwords.openMailedLink,
  setPassword: passwords.setPassword,
  listAppointments: appointments.listAppointments,
  getAppointment: appointments.getAppointment,
  createAppointment: appointments.createAppointment,
  correctAppointment: appointments.correctAppointment,
  rescheduleAppointment: appointments.rescheduleAppointment,
  cancelAppointment: appointments.cancelAppointment,
  completeAppointment: appointments.completeAppointment,
  markNoShow: appointments.markNoShow,
  reopenAppointment: appointments.reopenAppointment,
  undoCompletion: appointments.undoCompletion,
  markArrived: appointments.markArrived,
  undoArrival: appointments.undoArrival,
  uploadPrescription: appointments.uploadPrescription,
  linkPrescription: appointments.linkPrescription,
  warnAppointment: appointments.warnAppointment,
  listDoctors: appointments.listDoctors,
  openFile: files.openFile,
  getCalendarConnection: calendar.getCalendarConnection,
  beginCalendarConnection: calendar.beginCalendarConnection,
  completeCalendarConnection: calendar.completeCalendarConnection,
  disconnectCalendar: calendar.disconnectCalendar,
  addMissingEvents: calendar.addMissingEvents,
  getWebhooks: webhooks.getWebhooks,
  changeWebhooks: webhooks.changeWebhooks,
  renewWebhookSecret: webhooks.renewWebhookSecret,
  testWebhook: webhooks.testWebhook,
  getDeliveries: deliveries.getDeliveries,
  retryDeliveries: deliveries.retryDeliveries,
  getBookingMails: bookingMails.getBookingMails,
  changeBookingMails: bookingMails.changeBookingMails,
  getDashboard: dashboard.getDashboard,
  getSetupChecklist: setupChecklist.getSetupChecklist,
  dismissSetupChecklist: setupChecklist.dismissSetupChecklist,
  restoreSetupChecklist: setupChecklist.restoreSetupChecklist,
  listPatients: patients.listPatients,
  getPatient: patients.getPatient,
  listPatientHistory: patients.listPatientHistory,
  getSchedule: schedule.getSchedule,
  getDaySheet: daySheet.getDaySheet,
  getQueue: queue.getQueue,
  getRevenue: revenue.getRevenue,
  listTransactions: revenue.listTransactions,
  getRevenueBreakdown: revenue.getRevenueBreakdown,
  exportRevenue: revenue.exportRevenue,
  getUsage: subscriptions.getUsage,
  listPlans: payments.listPlans,
  getSubscription: payments.getSubscription,
  orderSignUp: payments.orderSignUp,
  orderUpgrade: payments.orderUpgrade,
  returnFromCheckout: payments.returnFromCheckout,
  verifyPayment: payments.verifyPayment,
  receivePaymentEvent: payments.receivePaymentEvent,
  listStaff: staff.listStaff,
  inviteStaff: staff.inviteStaff,
  resendInvitation: staff.resendInvitation,
  cancelInvitation: staff.cancelInvitation,
  changeRole: staff.changeRole,
  removeMember: staff.removeMember,
  openLive: live.openLive,
  listAudit: audit.listAudit,
  listAuditActors: audit.listAuditActors,
  getAccountDeletion: account.getAccountDeletion,
  deleteAccount: account.deleteAccount,
  getOverview: platform.getOverview,
  listTenants: platform.listTenants,
  getTenant: platform.getTenant,
  giveReason: looks.giveReason,
  addTenant: platform.addTenant,
  changeTenantPlan: platform.changeTenantPlan,
  changeTenantStatus: platform.changeTenantStatus,
  deleteTenant: platform.deleteTenant,
  restoreTenant: platform.restoreTenant,
  listTenantAppointments: platform.listTenantAppointments,
  getTenantSchedule: platform.getTenantSchedule,
  listTenantStaff: platformStaff.listTenantStaff,
  inviteTenantStaff: platformStaff.inviteTenantStaff,
  resendTenantInvitation: platformStaff.resendTenantInvitation,
  cancelTenantInvitation: platformStaff.cancelTenantInvitation,
  changeTenantRole: platformStaff.changeTenantRole,
  removeTenantMember: platformStaff.removeTenantMember,
  listPlatformUsers: platformUsers.listPlatformUsers,
  endUserSessions: platformUsers.endUserSessions,
  deleteUser: platformUsers.deleteUser,
  restoreUser: platformUsers.restoreUser,
  listPlatformPlans: platformBilling.listPlatformPlans,
  changePlanTerms: platformBilling.changePlanTerms,
  listPlatformSubscriptions: platformBilling.listPlatformSubscriptions,
  listPlatformPayments: platformBilling.listPlatformPayments,
  listUnplacedPayments: platformBilling.listUnplacedPayments,
  getAnalytics: platformBilling.getAnalytics,
  listPlatformAudit: audit.listPlatformAudit,
  getLive: health.getLive,
  getReady: health.getReady,
} as const satisfies Record<string, AnyEndpoint>;
