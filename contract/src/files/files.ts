import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';

/** 10 MB. */
export const longestUpload = 10 * 1024 * 1024;
export const uploadExtensions = ['jpg', 'jpeg', 'png', 'pdf'] as const;

export const openFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  access: 'public',
  summary:
    'Download a private file by a signed link. The signature, the session cookie and the ' +
    'permission are checked.',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({
    /** The expiry in Unix seconds. */
    expires: z.string().max(12),
    session: Id,
    signature: z.string().max(64),
    download: z.literal('1').optional(),
  }),
  transport: 'file',
});
