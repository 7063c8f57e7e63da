import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { cancelAppointment } from './cancel.ts';
import { completeAppointment } from './complete.ts';
import { correctAppointment } from './correct.ts';
import { createAppointment } from './create.ts';
import { getQueue } from './get-queue.ts';
import { getAppointment } from './get.ts';
import { linkPrescription } from './link-prescription.ts';
import { listDoctors } from './list-doctors.ts';
import { listAppointments } from './list.ts';
import { markArrived } from './mark-arrived.ts';
import { markNoShow } from './mark-no-show.ts';
import { reopenAppointment } from './reopen.ts';
import { rescheduleAppointment } from './reschedule.ts';
import { undoArrival } from './undo-arrival.ts';
import { undoCompletion } from './undo-completion.ts';
import { uploadPrescription } from './upload-prescription.ts';
import { warnAppointment } from './warn.ts';

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
