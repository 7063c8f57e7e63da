import { longestUpload } from '@samay/contract/files/files';
import { errorKinds, type ErrorCode } from '@samay/contract/core/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { jpeg, objectStream, pdf, png, pngOf, zip } from '../../../../test/fixtures/sample-files.ts';
import { type SentPart, upload, type UploadAnswer } from '../../../../test/fixtures/send-upload.ts';

// T-5.1: forty files that people and attackers send, each with the answer it must get.
type Expected = ErrorCode | 'kept';
const action = '<< /S /JavaScript /JS (app.alert(1)) >>';
const page = '<html><script>alert(1)</script></html>';

const corpus: readonly (readonly [what: string, expected: Expected, file: SentPart])[] = [
  ['a jpg', 'kept', sent('photo.jpg', 'image/jpeg', jpeg())],
  ['a jpeg', 'kept', sent('photo.jpeg', 'image/jpeg', jpeg())],
  ['a png', 'kept', sent('photo.png', 'image/png', png())],
  ['a pdf', 'kept', sent('note.pdf', 'application/pdf', pdf())],
  ['an extension in upper case', 'kept', sent('SCAN.PDF', 'application/pdf', pdf())],
  [
    'a pdf whose objects are compressed',
    'kept',
    sent('a.pdf', 'application/pdf', pdf({ objects: objectStream('4 0 << /Type /Page >>') })),
  ],
  [
    'a pdf that opens at a page',
    'kept',
    sent('a.pdf', 'application/pdf', pdf({ catalogue: '/OpenAction [3 0 R /Fit]' })),
  ],
  [
    'a phone’s jpeg with data after its end',
    'kept',
    sent('a.jpg', 'image/jpeg', Buffer.concat([jpeg(), Buffer.from('SEFH\0\0SEFT')])),
  ],
  ['exactly 10 MB', 'kept', sent('big.png', 'image/png', pngOf(longestUpload))],
  ['two extensions, the last one true', 'kept', sent('photo.html.png', 'image/png', png())],
  ['a path in the name', 'kept', sent('../../../etc/passwd.png', 'image/png', png())],
  ['a NUL in the name', 'kept', sent('evil.php\0.png', 'image/png', png())],
  ['a name in Devanagari', 'kept', sent('पर्ची.png', 'image/png', png())],

  ['10 MB and a byte', 'prescription.too_large', sent('big.png', 'image/png', pngOf(longestUpload + 1))],
  [
    '12 MB of nothing',
    'prescription.too_large',
    sent('big.pdf', 'application/pdf', Buffer.alloc(12 * 1024 * 1024)),
  ],

  ['html as png', 'prescription.wrong_type', sent('a.png', 'image/png', Buffer.from(page))],
  [
    'svg as png',
    'prescription.wrong_type',
    sent('a.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ],
  ['svg as svg', 'prescription.wrong_type', sent('a.svg', 'image/svg+xml', Buffer.from('<svg/>'))],
  ['html as html', 'prescription.wrong_type', sent('a.html', 'text/html', Buffer.from(page))],
  [
    'a gif renamed',
    'prescription.wrong_type',
    sent('a.png', 'image/png', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')),
  ],
  ['a zip', 'prescription.wrong_type', sent('a.zip', 'application/zip', zip())],
  ['a zip as pdf', 'prescription.wrong_type', sent('a.pdf', 'application/pdf', zip())],
  [
    'a program as jpg',
    'prescription.wrong_type',
    sent('a.jpg', 'image/jpeg', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])),
  ],
  ['a program after a true name', 'prescription.wrong_type', sent('photo.png.exe', 'image/png', png())],
  [
    'a true type that is not allowed after a NUL',
    'prescription.wrong_type',
    sent('photo.png\0.exe', 'image/png', png()),
  ],
  ['a declared type that lies', 'kept', sent('a.png', 'text/html', png())],
  ['a png called jpg', 'kept', sent('a.jpg', 'image/jpeg', png())],
  ['a jpg called pdf', 'kept', sent('a.pdf', 'application/pdf', jpeg())],
  ['no extension', 'prescription.wrong_type', sent('photo', 'image/png', png())],
  [
    'a pdf that does not begin at its beginning',
    'prescription.wrong_type',
    sent('a.pdf', 'application/pdf', Buffer.concat([Buffer.from(page), pdf()])),
  ],

  ['an empty file', 'prescription.damaged', sent('a.png', 'image/png', Buffer.alloc(0))],
  ['a png cut short', 'prescription.damaged', sent('a.png', 'image/png', png().subarray(0, -14))],
  [
    'a picture of 2.5 gigapixels',
    'prescription.too_many_pixels',
    sent('a.png', 'image/png', png({ width: 50_000, height: 50_000 })),
  ],
  [
    'a jpeg of 60,000 by 60,000',
    'prescription.too_many_pixels',
    sent('a.jpg', 'image/jpeg', jpeg({ width: 60_000, height: 60_000 })),
  ],
  [
    'a png with a page behind it',
    'prescription.unsafe',
    sent('a.png', 'image/png', Buffer.concat([png(), Buffer.from(page)])),
  ],
  [
    'a jpeg that is a zip as well',
    'prescription.unsafe',
    sent('a.jpg', 'image/jpeg', Buffer.concat([jpeg(), zip()])),
  ],
  [
    'a pdf with a script',
    'prescription.unsafe',
    sent('a.pdf', 'application/pdf', pdf({ catalogue: `/OpenAction ${action}` })),
  ],
  [
    'a pdf with a script spelt otherwise',
    'prescription.unsafe',
    sent('a.pdf', 'application/pdf', pdf({ catalogue: '/OpenAction << /S /J#61vaScript >>' })),
  ],
  [
    'a pdf with a script in a compressed object',
    'prescription.unsafe',
    sent('a.pdf', 'application/pdf', pdf({ objects: objectStream(`4 0 ${action}`) })),
  ],
  [
    'a pdf that starts a program or brings a file',
    'prescription.unsafe',
    sent(
      'a.pdf',
      'application/pdf',
      pdf({ objects: '4 0 obj << /S /Launch >> endobj 5 0 obj << /Type /EmbeddedFile >> endobj\n' }),
    ),
  ],
];

let testedApp: TestApp;
let tenant: BuiltTenant;
let doctor: Client;

beforeAll(async () => {
  testedApp = await testApp();
  tenant = await buildTenant(testedApp, { plan: 'enterprise' });
  doctor = await signInAs(testedApp, tenant, 'DOCTOR');
});
afterAll(() => testedApp.close());

test('forty files, each with its answer [P-13.1, T-5.1]', async () => {
  const wrong: string[] = [];
  for (const [what, expected, file] of corpus) {
    const appointmentId = await buildAppointment(testedApp, tenant);
    const answer = await upload(testedApp, doctor, appointmentId, [file]);
    if (describeAnswer(answer, appointmentId) !== expected)
      wrong.push(`${what}: ${answer.status} ${answer.error?.code ?? ''}, not ${expected}`);
  }
  printInvariant({
    id: 'T-5.1',
    driver: testedApp.database.kind,
    n: corpus.length,
    violations: wrong.length,
  });
  expect(wrong).toEqual([]);
  expect(corpus).toHaveLength(40);
});

describe('the agreed sentences', () => {
  test('for a wrong type, and for a file over 10 MB [P-13.1, T-5.1]', async () => {
    const appointmentId = await buildAppointment(testedApp, tenant);
    const wrongType = await upload(testedApp, doctor, appointmentId, [sent('a.gif', 'image/gif', 'GIF89a')]);
    expect(wrongType.error?.message).toBe('Only .jpg, .jpeg, .png, and .pdf files are allowed');
    const tooLarge = await upload(testedApp, doctor, appointmentId, [
      sent('a.png', 'image/png', pngOf(longestUpload + 1)),
    ]);
    expect(tooLarge.error?.message).toBe('File size must be less than 10MB');
  });
});

test.each(['', 'image', 'image/pjpeg', 'application/octet-stream', 'text/html; charset="', undefined])(
  'content decides, not the sent type %j [P-13.1, T-5.1]',
  async (mediaType) => {
    const appointmentId = await buildAppointment(testedApp, tenant);
    const file = { fileName: 'a.jpg', content: jpeg(), ...(mediaType !== undefined && { mediaType }) };
    const { status, body } = await upload(testedApp, doctor, appointmentId, [file]);
    expect([status, body.prescription?.fileName]).toEqual([200, expect.stringMatching(/\.jpg$/)]);
  },
);

function sent(fileName: string, mediaType: string, content: Buffer | string): SentPart {
  return { fileName, mediaType, content };
}

/**
 * Returns the code if it has its own status and sentence; `kept` if the booking now shows a file
 * that the server named.
 */
function describeAnswer({ status, body, error }: UploadAnswer, appointmentId: string): string {
  const code = error?.code as ErrorCode | undefined;
  if (code)
    return errorKinds[code].status === status && errorKinds[code].sentence === error?.message
      ? code
      : 'wrong words';
  const name = new RegExp(`^prescription_${appointmentId}_\\d{13}\\.(jpg|jpeg|png|pdf)$`);
  return status === 200 && name.test(body.prescription?.fileName ?? '') ? 'kept' : 'not shown';
}
