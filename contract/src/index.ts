import * as appointments from './appointments.ts';
import * as dashboard from './dashboard.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as health from './health.ts';
import * as live from './live.ts';
import * as session from './session.ts';
import * as subscriptions from './subscriptions.ts';

/** Every endpoint of the server by its name. What is not here does not exist. */
export const endpoints = {
  signIn: session.signIn,
  getSession: session.getSession,
  refreshSession: session.refreshSession,
  signOut: session.signOut,
  checkOnboarding: session.checkOnboarding,
  listAppointments: appointments.listAppointments,
  getAppointment: appointments.getAppointment,
  createAppointment: appointments.createAppointment,
  correctAppointment: appointments.correctAppointment,
  rescheduleAppointment: appointments.rescheduleAppointment,
  cancelAppointment: appointments.cancelAppointment,
  completeAppointment: appointments.completeAppointment,
  markNoShow: appointments.markNoShow,
  reopenAppointment: appointments.reopenAppointment,
  markArrived: appointments.markArrived,
  undoArrival: appointments.undoArrival,
  uploadPrescription: appointments.uploadPrescription,
  linkPrescription: appointments.linkPrescription,
  warnAppointment: appointments.warnAppointment,
  listDoctors: appointments.listDoctors,
  openFile: files.openFile,
  getDashboard: dashboard.getDashboard,
  getRevenue: dashboard.getRevenue,
  getUsage: subscriptions.getUsage,
  openLive: live.openLive,
  getLive: health.getLive,
  getReady: health.getReady,
} as const satisfies Record<string, AnyEndpoint>;
