/** The errors of files with people or bookings that owners bring in. */
export const importErrorKinds = {
  'import.wrong_type': { status: 415, sentence: 'Please choose a CSV file or an Excel workbook (.xlsx).' },
  'import.old_workbook': {
    status: 415,
    sentence:
      'This is a workbook of an old kind, or locked. Please open it and save it as .xlsx, without a password.',
  },
  'import.other_content': {
    status: 415,
    sentence: 'The content of this file is not what its name says. Please save it again as CSV or .xlsx.',
  },
  'import.not_text': {
    status: 415,
    sentence: 'This file contains characters that are no text. Please save it again as CSV UTF-8 or .xlsx.',
  },
  'import.damaged': {
    status: 415,
    sentence: 'This file is damaged or incomplete. Please open it and save it again.',
  },
  'import.empty': { status: 415, sentence: 'There are no rows in this file.' },
  'import.too_large': { status: 413, sentence: 'A file may have at most 50 MB. Please divide it.' },
  'import.unpacks_too_large': {
    status: 413,
    sentence: 'This workbook is too large once it is unpacked. Please copy its rows alone into a new one.',
  },
  'import.too_many_rows': {
    status: 413,
    sentence: 'A file may have at most 2,00,000 rows. Please divide it.',
  },
  'import.too_many_columns': {
    status: 413,
    sentence: 'A file may have at most 200 columns. Please remove those that are not needed.',
  },
  'import.columns_missing': {
    status: 400,
    sentence:
      'Please choose the columns with the names, and with the telephone numbers or the emails; for visits with the dates too.',
  },
  'import.columns_changed': {
    status: 409,
    sentence: 'This file has other columns than the one that was looked at. Please choose it again.',
  },
  'import.not_read': {
    status: 422,
    sentence: 'This file takes too long or too much memory to read. Please save it as CSV, or divide it.',
  },
  'import.not_ready': {
    status: 409,
    sentence: 'This file cannot be brought in now. Please load the page again.',
  },
  'import.busy': {
    status: 409,
    sentence: 'Another file is being brought in or taken back. Please wait until it is done.',
  },
  'import.undo_over': {
    status: 409,
    sentence: 'This can no longer be undone: a file is taken back within 7 days after it was brought in.',
  },
} as const;
