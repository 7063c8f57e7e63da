import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { cancelAppointment } from './appointments/cancel.ts';
import { completeAppointment } from './appointments/transitions.ts';
import { correctAppointment } from './appointments/correct.ts';
import { createAppointment } from './appointments/create.ts';
import { getQueue } from './appointments/get-queue.ts';
import { getAppointment } from './appointments/get.ts';
import { linkPrescription } from './appointments/link-prescription.ts';
import { listDoctors } from './appointments/list-doctors.ts';
import { listAppointments } from './appointments/list.ts';
import { markArrived } from './appointments/mark-arrived.ts';
import { markNoShow } from './appointments/mark-no-show.ts';
import { reopenAppointment } from './appointments/reopen.ts';
import { rescheduleAppointment } from './appointments/reschedule.ts';
import { undoArrival } from './appointments/undo-arrival.ts';
import { undoCompletion } from './appointments/undo-completion.ts';
import { uploadPrescription } from './appointments/prescription.ts';
import { warnAppointment } from './appointments/booking-warnings.ts';

export function appointmentRoutes(routes: Routes): void {
  routes.tenant(endpoints.listAppointments, listAppointments);
  routes.tenant(endpoints.getAppointment, getAppointment);
  routes.tenant(endpoints.createAppointment, createAppointment);
  routes.tenant(endpoints.correctAppointment, correctAppointment);
  routes.tenant(endpoints.rescheduleAppointment, rescheduleAppointment);
  routes.tenant(endpoints.cancelAppointment, cancelAppointment);
  routes.tenant(endpoints.completeAppointment, completeAppointment);
  routes.tenant(endpoints.undoCompletion, undoCompletion);
  routes.tenant(endpoints.markNoShow, markNoShow);
  routes.tenant(endpoints.reopenAppointment, reopenAppointment);
  routes.tenant(endpoints.markArrived, markArrived);
  routes.tenant(endpoints.undoArrival, undoArrival);
  routes.tenant(endpoints.uploadPrescription, uploadPrescription);
  routes.tenant(endpoints.linkPrescription, linkPrescription);
  routes.tenant(endpoints.warnAppointment, warnAppointment);
  routes.tenant(endpoints.listDoctors, listDoctors);
  routes.tenant(endpoints.getQueue, getQueue);
}
