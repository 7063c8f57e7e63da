import { describe, expect, test } from 'vitest';
import { encryptedPdfs } from '../../../../test/fixtures/files/encrypted-pdfs.ts';
import { chunk, jpeg, objectStream, pdf, png, zip } from '../../../../test/fixtures/sample-files.ts';
import { AppError } from '../../../core/app-error.ts';
import { inspectFile } from './inspect.ts';

const page = '<html><script>alert(1)</script></html>';
const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const address = '<< /S /URI /URI (https://example.test/seen) >>';
const link = `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${address} >>`;
const inside = (objects: string) => pdf({ objects: objectStream(objects) });
const behind = (before: string | Buffer, content = pdf()) => Buffer.concat([Buffer.from(before), content]);
const encrypted = (name: keyof typeof encryptedPdfs) => Buffer.from(encryptedPdfs[name], 'base64');

/** Returns the media type and extension of an accepted file, or the code of the refusal. */
async function inspectContent(content: Buffer, name = 'a.pdf'): Promise<string> {
  return inspectFile(content, name).then(
    ({ mediaType, extension }) => `${mediaType} .${extension}`,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

describe('good files', () => {
  test.each([
    ['bytes before the header', behind('\r\n\n')],
    ['a byte order mark before the header', behind('\ufeff')],
    ['a printer’s commands before the header', behind('\x1b%-12345X@PJL JOB\n@PJL ENTER LANGUAGE=PDF\n')],
    ['a header at the last place where readers look', behind(' '.repeat(1016))],
    ['a link that a person presses', pdf({ objects: `4 0 obj ${link} endobj\n` })],
    ['a link in a compressed object', inside(`4 0 ${link}`)],
    ['an action that prints', pdf({ catalogue: '/OpenAction << /S /Named /N /Print >>' })],
    ['an action that opens at a page', pdf({ catalogue: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
    ['a place elsewhere', pdf({ catalogue: '/OpenAction 4 0 R', objects: '4 0 obj [3 0 R /Fit] endobj\n' })],
    [
      'such an action elsewhere, in a compressed object',
      pdf({ catalogue: '/OpenAction 4 0 R', objects: objectStream('4 0 << /S /GoTo /D [3 0 R /Fit] >>') }),
    ],
    [
      'a font called AA',
      pdf({ objects: '4 0 obj << /Font << /AA 5 0 R >> >> endobj 5 0 obj << >> endobj\n' }),
    ],
    ['AA by chance', pdf({ objects: '4 0 obj << >> stream\n/AA(/AA[/AA%/AA<\nendstream endobj\n' })],
    ['a password for changes alone, AES of 128 bits', encrypted('plain128')],
    ['a password for changes alone, AES of 256 bits', encrypted('plain256')],
  ])('a pdf with %s', async (_what, content) => {
    expect(await inspectContent(content)).toBe('application/pdf .pdf');
  });

  test.each([
    ['without its end mark', jpeg().subarray(0, -2)],
    ['with half its end mark', jpeg().subarray(0, -1)],
    ['with a phone’s data after its end', Buffer.concat([jpeg(), Buffer.from('SEFH\0\0SEFT')])],
  ])('a jpeg %s', async (_what, content) => {
    expect(await inspectContent(content, 'a.jpeg')).toBe('image/jpeg .jpeg');
  });

  test('are named by their content [T-5.1]', async () => {
    expect(await Promise.all([inspectContent(png(), 'a.jpg'), inspectContent(jpeg(), 'a.pdf')])).toEqual([
      'image/png .png',
      'image/jpeg .jpg',
    ]);
  });
});

describe('the reason of a refusal', () => {
  test.each([
    ['prescription.wrong_type', 'a header too far in', behind(' '.repeat(1020))],
    ['prescription.wrong_type', 'a page before the header', behind(page)],
    ['prescription.wrong_type', 'a program before the header', behind('MZ\0\0')],
    ['prescription.wrong_type', 'a picture before the header', behind('GIF89a')],
    ['prescription.damaged', 'no end', pdf().subarray(0, -8)],
    [
      'prescription.damaged',
      'objects that cannot be unpacked',
      pdf({ objects: objectStream('').replace('x', 'y') }),
    ],
    ['prescription.locked', 'a password, RC4', encrypted('locked128')],
    ['prescription.locked', 'a password, AES', encrypted('locked256')],
    ['prescription.locked', 'a certificate', pdf({ catalogue: '/Encrypt << /Filter /Adobe.PubSec /V 4 >>' })],
    ['prescription.unsafe', 'a zip within', Buffer.concat([pdf(), zip()])],
    ['prescription.unsafe', 'objects that unpack to 40 MB', inside(' '.repeat(40 * 1024 * 1024))],
  ])('%s: a pdf with %s [T-5.1]', async (code, _what, content) => {
    expect(await inspectContent(content)).toBe(code);
  });

  test.each([
    ['prescription.damaged', 'cut before its data', jpeg().subarray(0, -9)],
    ['prescription.damaged', 'cut in its head', jpeg().subarray(0, 40)],
    ['prescription.unsafe', 'that a page follows', Buffer.concat([jpeg(), Buffer.from(page)])],
    [
      'prescription.unsafe',
      'with a page for its end',
      Buffer.concat([jpeg().subarray(0, -2), Buffer.from(page)]),
    ],
  ])('%s: a jpeg %s', async (code, _what, content) => {
    expect(await inspectContent(content, 'a.jpg')).toBe(code);
  });

  test('a png with a damaged chunk is damaged', async () => {
    const damaged = png({ extra: [chunk('teSt', Buffer.from('four'))] });
    damaged.write('five', damaged.indexOf('four'));
    expect(await inspectContent(damaged, 'a.png')).toBe('prescription.damaged');
  });
});

describe('a pdf that calls out is refused [T-5.1]', () => {
  const remote = String.raw`<< /S /GoToR /F (\\\\host\\share\\a.pdf) /D [0 /Fit] >>`;
  const events = (value: string) =>
    pdf({ objects: `4 0 obj << /Type /Page /AA << /O ${value} >> >> endobj\n` });
  test.each([
    ['an address when it opens', pdf({ catalogue: `/OpenAction ${address}` })],
    ['an address spelt otherwise', pdf({ catalogue: '/Open#41ction << /#53 /U#52I /URI (x) >>' })],
    ['an address after a comment', pdf({ catalogue: `/OpenAction %<<\n${address}` })],
    ['an address elsewhere', pdf({ catalogue: '/OpenAction 4 0 R', objects: `4 0 obj ${address} endobj\n` })],
    [
      'an address in a compressed object',
      pdf({ catalogue: '/OpenAction 4 0 R', objects: objectStream(`4 0 ${address}`) }),
    ],
    ['an action in a compressed catalogue', inside(`4 0 << /Type /Catalog /OpenAction ${address} >>`)],
    [
      'an address by two references',
      pdf({ catalogue: '/OpenAction 4 0 R', objects: `4 0 obj 5 0 R endobj 5 0 obj ${address} endobj\n` }),
    ],
    [
      'an address after another action',
      pdf({ catalogue: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${address} >>` }),
    ],
    ['an address among those after it', pdf({ catalogue: `/OpenAction << /S /GoTo /Next [${address}] >>` })],
    [
      'an address in a later version of the object',
      pdf({
        catalogue: '/OpenAction 4 0 R',
        objects: `4 0 obj << /S /GoTo >> endobj\n4 0 obj ${address} endobj\n`,
      }),
    ],
    ['an action that is not there', pdf({ catalogue: '/OpenAction 44 0 R' })],
    ['an action of an unknown kind', pdf({ catalogue: '/OpenAction << /S /Rendition >>' })],
    ['an action of two kinds', pdf({ catalogue: '/OpenAction << /S /URI /S /GoTo >>' })],
    ['an action that does not end', pdf({ catalogue: '/OpenAction << /S /GoTo /D (' })],
    [
      'actions without end',
      pdf({ catalogue: '/OpenAction 4 0 R', objects: '4 0 obj << /S /GoTo /Next 4 0 R >> endobj\n' }),
    ],
    ['an address when a page is shown', events(address)],
    [
      'a reference when a page is shown',
      pdf({ objects: `4 0 obj << /AA << /O 5 0 R >> >> endobj 5 0 obj ${address} endobj\n` }),
    ],
    [
      'events elsewhere',
      pdf({ objects: `4 0 obj << /A#41 5 0 R >> endobj 5 0 obj << /O ${address} >> endobj\n` }),
    ],
    [
      'a form that is sent when it opens',
      pdf({ catalogue: '/OpenAction << /S /SubmitForm /F (https://example.test) >>' }),
    ],
    ['a form that is sent', pdf({ objects: '4 0 obj << /S /SubmitForm >> endobj\n' })],
    ['a file of a share', pdf({ objects: `4 0 obj ${remote} endobj\n` })],
    ['a file of a share, elsewhere and compressed', inside(`4 0 ${remote.replace('GoToR', 'Go#54oR')}`)],
    ['a file within a file of a share', pdf({ objects: '4 0 obj << /S /GoToE /F (x) >> endobj\n' })],
    ['data from a file', pdf({ objects: '4 0 obj << /S /ImportData /F (x) >> endobj\n' })],
    ['encrypted, RC4 of 40 bits', encrypted('calling40')],
    ['encrypted, RC4 of 128 bits', encrypted('calling128')],
    ['encrypted, AES of 128 bits', encrypted('callingAes128')],
    ['encrypted, AES of 256 bits, revision 5', encrypted('callingRevision5')],
    ['encrypted, AES of 256 bits, revision 6', encrypted('calling256')],
  ])('%s', async (_what, content) => {
    expect(await inspectContent(content)).toBe('prescription.unsafe');
  });
});

describe('what hides from a plain search is refused [T-5.1]', () => {
  test.each([
    [
      'an object stream whose type is spelt otherwise',
      pdf({ objects: objectStream(`4 0 ${script}`, '/Filter /Fl#61teDecode', '/Obj#53tm') }),
    ],
    [
      'an object stream without its type',
      pdf({ objects: objectStream(`4 0 ${script}`, undefined, '/None') }),
    ],
    [
      'an object stream packed in a way that is not looked into',
      pdf({ objects: objectStream('4 0 null', '/Filter [/ASCII85Decode /FlateDecode]') }),
    ],
    [
      'an object stream that names two beginnings',
      pdf({ objects: objectStream('4 0 null', '/First 2 /Filter /FlateDecode') }),
    ],
    [
      'a stream whose keyword has more on its line',
      pdf({ objects: objectStream(`4 0 ${script}`).replace('stream\n', 'stream %\n') }),
    ],
    ['a script without the word', pdf({ catalogue: '/AA << /O << /S /Rendition /JS 7 0 R >> >>' })],
    [
      'a script far from its name',
      pdf({ catalogue: `/AA << /O << /S /Rendition /JS${' '.repeat(100)}\0%\n7 0 R >> >>` }),
    ],
    [
      'an object stream in the data of another one',
      pdf({
        objects: objectStream('4 0 null').replace(
          'stream\n',
          `stream\n${objectStream('4 0 null').replace('endstream', '')}`,
        ),
      }),
    ],
  ])('%s', async (_what, content) => {
    expect(await inspectContent(content)).toBe('prescription.unsafe');
  });
});
