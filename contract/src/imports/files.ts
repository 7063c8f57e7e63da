import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { RecognisedFile } from './columns.ts';
import { Import } from './imports.ts';
import { ImportKind } from './rows.ts';

export const recogniseImport = endpoint({
  method: 'POST',
  path: '/api/import-columns',
  access: 'settings.write',
  summary:
    'Recognise the columns of a CSV file or a workbook with people or bookings. Nothing of it is kept.',
  query: z.strictObject({ kind: ImportKind }),
  transport: 'upload',
  reply: RecognisedFile,
});

export const addImport = endpoint({
  method: 'POST',
  path: '/api/imports',
  access: 'settings.write',
  summary:
    'Add a CSV file or a workbook with people or bookings. Its rows are read and compared with the business in ' +
    'the background; nothing of it is brought in until it is started.',
  query: z.strictObject({
    kind: ImportKind,
    /** The use of each column: `name,contact,-,born/month`. */
    columns: z.string().max(4000),
  }),
  transport: 'upload',
  reply: Import,
  status: 201,
});
