import type { ComponentProps } from 'react';
import { tellAbout } from '../../modules/bookings/appointments/tell/tell.tsx';
import { CloseDialog } from '../../modules/bookings/closings/close-dialog.tsx';

/** Closes a span, and offers a message to each person whose booking was moved or cancelled. */
export function CloseHours(props: Omit<ComponentProps<typeof CloseDialog>, 'tell'>) {
  return <CloseDialog {...props} tell={tellAbout} />;
}
