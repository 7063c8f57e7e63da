import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { correctPerson, mergePeople, undoMerge } from '../people/index.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import { getSummary } from './summary/get-summary.ts';
import { listDoctors } from './list/list-doctors.ts';
import { listAppointments } from './list/list.ts';
import { getPatient, thenShown } from './patients/get.ts';
import { listPatientHistory } from './patients/list-history.ts';
import { listPatients } from './patients/list.ts';
import { lookUpPeople } from './patients/look-up.ts';
import { getQueue } from './queue/get-queue.ts';
import { exportReport } from './reports/export-report.ts';
import { getReports } from './reports/get-reports.ts';
import { exportRevenue } from './revenue/export.ts';
import { getRevenue } from './revenue/get-revenue.ts';
import { listTransactions } from './revenue/list-transactions.ts';
import { getRevenueBreakdown } from './revenue/revenue-breakdown.ts';
import { getDaySheet } from './schedule/get-day-sheet.ts';
import { getSchedule } from './schedule/get.ts';
import { getVisit } from './visits/get.ts';
import { writeNote } from './visits/write-note.ts';

/** Binds every endpoint of the module to its verb. */
export function deskRoutes(routes: Routes): void {
  routes.tenant(endpoints.listAppointments, listAppointments);
  routes.tenant(endpoints.listDoctors, listDoctors);
  routes.tenant(endpoints.getVisit, getVisit);
  routes.tenant(endpoints.writeNote, writeNote);
  routes.tenant(endpoints.getQueue, getQueue);
  routes.tenant(endpoints.getSchedule, getSchedule);
  routes.tenant(endpoints.getDaySheet, getDaySheet);
  routes.tenant(endpoints.listPatients, listPatients);
  routes.tenant(endpoints.getPatient, getPatient);
  routes.tenant(endpoints.listPatientHistory, listPatientHistory);
  routes.tenant(endpoints.lookUpPeople, lookUpPeople);
  routes.tenant(endpoints.correctPerson, thenShown(correctPerson));
  routes.tenant(endpoints.mergePeople, thenShown(mergePeople));
  routes.tenant(endpoints.undoMerge, thenShown(undoMerge));
  routes.tenant(endpoints.getDashboard, getDashboard);
  routes.tenant(endpoints.getSummary, getSummary);
  routes.tenant(endpoints.getReports, getReports);
  routes.tenant(endpoints.exportReport, exportReport);
  routes.tenant(endpoints.getRevenue, getRevenue);
  routes.tenant(endpoints.listTransactions, listTransactions);
  routes.tenant(endpoints.getRevenueBreakdown, getRevenueBreakdown);
  routes.tenant(endpoints.exportRevenue, exportRevenue);
}
