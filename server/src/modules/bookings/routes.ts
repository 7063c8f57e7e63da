import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { warnAppointment } from './warnings/booking-warnings.ts';
import { correctAppointment } from './appointments/correct.ts';
import { createAppointment } from './appointments/create.ts';
import { getAppointment } from './appointments/fetch.ts';
import { getQueue } from './queue/get-queue.ts';
import { listDoctors } from './appointments/list-doctors.ts';
import { listAppointments } from './appointments/list.ts';
import { linkPrescription, uploadPrescription } from './appointments/prescription.ts';
import { reopenAppointmentAt, rescheduleAppointment } from './appointments/reschedule.ts';
import * as transitions from './appointments/transitions.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import { openFile } from './files/open.ts';
import { getPatient } from './patients/get.ts';
import { listPatientHistory } from './patients/list-history.ts';
import { listPatients } from './patients/list.ts';
import { exportRevenue } from './revenue/export.ts';
import { getRevenue } from './revenue/get-revenue.ts';
import { listTransactions } from './revenue/list-transactions.ts';
import { getRevenueBreakdown } from './revenue/revenue-breakdown.ts';
import { getDaySheet } from './schedule/get-day-sheet.ts';
import { getSchedule } from './schedule/get.ts';
import { cancelSeries } from './series/cancel.ts';
import { createSeries } from './series/create.ts';
import { moveSeries } from './series/move.ts';
import { previewSeries } from './series/preview.ts';

/** Binds every endpoint of the bookings module to its verb. */
export function bookingsRoutes(routes: Routes): void {
  routes.tenant(endpoints.listAppointments, listAppointments);
  routes.tenant(endpoints.getAppointment, getAppointment);
  routes.tenant(endpoints.createAppointment, createAppointment);
  routes.tenant(endpoints.listDoctors, listDoctors);
  routes.tenant(endpoints.warnAppointment, warnAppointment);
  routes.tenant(endpoints.correctAppointment, correctAppointment);
  routes.tenant(endpoints.rescheduleAppointment, rescheduleAppointment);
  routes.tenant(endpoints.reopenAppointmentAt, reopenAppointmentAt);
  // Each transition is the verb of the endpoint with its name.
  for (const [name, verb] of Object.entries(transitions)) routes.tenant(endpoints[name as keyof typeof transitions], verb);
  routes.tenant(endpoints.uploadPrescription, uploadPrescription);
  routes.tenant(endpoints.linkPrescription, linkPrescription);
  routes.tenant(endpoints.getQueue, getQueue);
  routes.tenant(endpoints.getSchedule, getSchedule);
  routes.tenant(endpoints.getDaySheet, getDaySheet);
  routes.tenant(endpoints.listPatients, listPatients);
  routes.tenant(endpoints.getPatient, getPatient);
  routes.tenant(endpoints.listPatientHistory, listPatientHistory);
  routes.tenant(endpoints.getDashboard, getDashboard);
  routes.tenant(endpoints.getRevenue, getRevenue);
  routes.tenant(endpoints.listTransactions, listTransactions);
  routes.tenant(endpoints.getRevenueBreakdown, getRevenueBreakdown);
  routes.tenant(endpoints.exportRevenue, exportRevenue);
  routes.tenant(endpoints.previewSeries, previewSeries);
  routes.tenant(endpoints.createSeries, createSeries);
  routes.tenant(endpoints.moveSeries, moveSeries);
  routes.tenant(endpoints.cancelSeries, cancelSeries);
  routes.public(endpoints.openFile, openFile);
}
