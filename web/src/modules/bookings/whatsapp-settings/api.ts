import { getWhatsAppSettings } from '@samay/contract/bookings/whatsapp-messages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const whatsAppSettingsQuery = queryOptions({
  queryKey: ['whatsapp-settings'],
  queryFn: ({ signal }) => call(getWhatsAppSettings, { signal }),
});
