import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { buildWorkbook, type Cell, styled } from '../../../../test/fixtures/imports/workbooks.ts';
import { png } from '../../../../test/fixtures/sample-files.ts';
import { AppError } from '../../../core/app-error.ts';
import { readLines } from './read-lines.ts';
import { readSerial } from '../recognition/serial-dates.ts';

/** Returns the cells of a file's lines, or the code of the refusal. */
async function cellsOf(content: Buffer | string, name = 'a.csv'): Promise<unknown> {
  const lines: (readonly string[])[] = [];
  try {
    for await (const { cells } of readLines(Buffer.from(content), name)) lines.push(cells);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return lines;
}

const text = 'Name;Village\nआशा पाटिल;Wai, near Pune\nรก;é\n';
const read = [
  ['Name', 'Village'],
  ['आशा पाटिल', 'Wai, near Pune'],
  ['รก', 'é'],
];
const bigEndian = (written: string) => Buffer.from(written, 'utf16le').swap16();

describe('a text file', () => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 of the other order', bigEndian(`\ufeff${text}`)],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other order without a mark', bigEndian(text)],
  ])('in %s is read [P-15.50]', async (_what, content) => {
    expect(await cellsOf(content)).toEqual(read);
  });

  it('that is not UTF-8 is Windows-1252 [P-15.50]', async () => {
    const content = Buffer.from('Name,Fee\nJos\xe9 \x93D\x94,\x80 5\n', 'latin1');
    expect(await cellsOf(content)).toEqual([
      ['Name', 'Fee'],
      ['José “D”', '€ 5'],
    ]);
  });

  test.each([
    [',', 'Name,Address\nAsha,"12, Lane; 4"\nRavi,x\n'],
    [';', 'Name;Address\nAsha;12, Lane 4, Wai\nRavi;x, y\n'],
    ['a tab', 'Name\tAddress\nAsha\t12, Lane; 4\nRavi\tx\n'],
    ['|', 'Name|Address\nAsha|12, Lane; 4\nRavi|x\n'],
    ['what its first line says', 'sep=;\r\nName;Address\r\nAsha;12, 13, 14, Lane\r\nRavi;15, 16, 17, x\r\n'],
  ])('is divided at %s [P-15.50]', async (_delimiter, content) => {
    expect(await cellsOf(content)).toMatchObject([['Name', 'Address'], { length: 2 }, { length: 2 }]);
  });

  it('has no apostrophes around its values, or before one that is not to be calculated [P-15.95]', async () => {
    const content =
      "'Patient Name','Mobile','Note'\n'Asha D''Souza',' 98200 11111',''\n'=Uma,'9820022222,O'Neil\n";
    expect(await cellsOf(content)).toEqual([
      ['Patient Name', 'Mobile', 'Note'],
      ["Asha D''Souza", '98200 11111'],
      ['=Uma', '9820022222', "O'Neil"],
    ]);
  });

  it('keeps the number of each line, and leaves out empty ones and control characters [P-15.51]', async () => {
    const content = 'sep=,\n\nName,Phone\n\n,,\n"Asha\nPatil",98200\t11111\nRavi\n';
    const lines = [];
    for await (const line of readLines(Buffer.from(content), 'a.txt')) lines.push(line);
    expect(lines).toEqual([
      { line: 3, cells: ['Name', 'Phone'] },
      { line: 7, cells: ['Asha Patil', '98200 11111'] },
      { line: 8, cells: ['Ravi'] },
    ]);
  });

  it('keeps a formula as the text that it is [P-15.52]', async () => {
    expect(await cellsOf('Name,Sum\nAsha,"=HYPERLINK(""https://example.test"")"\n')).toEqual([
      ['Name', 'Sum'],
      ['Asha', '=HYPERLINK("https://example.test")'],
    ]);
  });

  it('has cells of at most 500 characters', async () => {
    expect(await cellsOf(`Name\n${'x'.repeat(3000)}\n`)).toEqual([['Name'], ['x'.repeat(500)]]);
  });
});

describe('a workbook', () => {
  const cells = (rows: Cell[][], more = {}) => cellsOf(buildWorkbook({ rows, ...more }), 'a.xlsx');

  it('is read with its texts, numbers and the values of its formulas [P-15.50, P-15.52]', async () => {
    const rows: Cell[][] = [
      ['Name & more', 'Phone', 'Sum', 'Error'],
      ['आशा', 9820011111, { xml: '<c r="C2"><f>A1&amp;"x"</f><v>1200.5</v></c>' }, null],
      [
        { xml: '<c r="A3" t="inlineStr"><is><r><t>Ra</t></r><r><t>vi</t></r></is></c>' },
        9.82e9,
        { xml: '<c r="C3"><f>HYPERLINK("https://example.test")</f></c>' },
        { xml: '<c r="D3" t="e"><v>#REF!</v></c>' },
      ],
      [null, null, { xml: '<c r="C4"><v>0.30000000000000004</v></c>' }, { xml: '<c t="b"><v>1</v></c>' }],
    ];
    expect(await cells(rows)).toEqual([
      ['Name & more', 'Phone', 'Sum', 'Error'],
      ['आशा', '9820011111', '1200.5'],
      ['Ravi', '9820000000', '', '#REF!'],
      ['', '', '0.3', 'TRUE'],
    ]);
  });

  it('shows days and hours as such, of both counts of days [P-15.53]', async () => {
    const rows: Cell[][] = [
      ['Day', 'Hour', 'Both', 'Stay'],
      [
        styled(1, 46115, 'A2'),
        styled(2, 0.604166666666667, 'B2'),
        styled(1, 46115.4375, 'C2'),
        styled(3, 3, 'D2'),
      ],
    ];
    expect(await cells(rows)).toMatchObject([{}, ['2026-04-03', '14:30', '2026-04-03 10:30', '3']]);
    expect(await cells(rows, { countsFrom1904: true })).toMatchObject([{}, { 0: '2030-04-04' }]);
  });

  it('shows a merged value in each line that it covers [P-15.51]', async () => {
    const rows = [['Name', 'Phone'], ['Asha', '98200 11111'], ['Ravi', null], ['Uma'], ['Total', '3']];
    expect(await cells(rows, { merged: ['B2:B4', 'A5:A5'] })).toEqual([
      ['Name', 'Phone'],
      ['Asha', '98200 11111'],
      ['Ravi', '98200 11111'],
      ['Uma', '98200 11111'],
      ['Total', '3'],
    ]);
  });

  it('is its first sheet that is shown and has a line [P-15.51]', async () => {
    expect(await cells([['Old']], { shownInstead: [['New']] })).toEqual([['New']]);
    expect(await cellsOf(buildWorkbook({ rows: [], parts: {} }), 'a.xlsx')).toBe('import.empty');
  });
});

describe('a file that is refused with a sentence [T-5.12]', () => {
  const doctype = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData/></worksheet>';
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>';
  const sheet = (sheetData: string) => buildWorkbook({ sheetData });
  test.each([
    ['import.wrong_type', 'a picture', 'a.png', png()],
    ['import.wrong_type', 'a name without an extension', 'patients', 'Name\nAsha'],
    ['import.other_content', 'a picture that is called CSV', 'a.xlsx', png()],
    ['import.other_content', 'a workbook that is called CSV', 'a.csv', buildWorkbook({ rows: [['Name']] })],
    ['import.other_content', 'a text that is called a workbook', 'a.xlsx', 'Name\nAsha'],
    [
      'import.other_content',
      'a ZIP archive of something else',
      'a.xlsx',
      zipSync({ 'a.txt': new Uint8Array(9) }),
    ],
    ['import.old_workbook', 'an old workbook', 'a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['import.empty', 'nothing', 'a.csv', ''],
    ['import.empty', 'nothing but separators', 'a.csv', ',,\n,,\n'],
    ['import.not_text', 'a zero byte', 'a.csv', 'Name\nAs\0ha\n'],
    ['import.not_text', 'a picture that is called CSV', 'a.csv', png()],
    ['import.not_text', 'half a character in UTF-16', 'a.csv', Buffer.from('fffe4e003dd80a00', 'hex')],
    ['import.not_text', 'half a character in UTF-8', 'a.csv', Buffer.from('4e0aeda0bd0a', 'hex')],
    ['import.not_text', 'no UTF-8 after its mark', 'a.csv', Buffer.from('efbbbf4ee90a', 'hex')],
    ['import.too_many_columns', '10,000 columns', 'a.csv', `${'x,'.repeat(10_000)}x\n`],
    ['import.too_many_columns', 'a column far out', 'a.xlsx', sheet('<row><c r="XFD1"><v>1</v></c></row>')],
    ['import.too_many_rows', 'more rows than are read', 'a.csv', 'x\n'.repeat(200_051)],
    ['import.damaged', 'a quote without an end', 'a.csv', `Name\n"${'Asha,\n'.repeat(60_000)}`],
    ['import.damaged', 'half a workbook', 'a.xlsx', buildWorkbook({ rows: [['Name']] }).subarray(0, 900)],
    ['import.damaged', 'a sheet that breaks off', 'a.xlsx', sheet('<row><c>')],
    [
      'import.damaged',
      'half a character in a sheet',
      'a.xlsx',
      sheet('<row><c t="str"><v>&#xD83D;</v></c></row>'),
    ],
    [
      'import.damaged',
      'an external entity',
      'a.xlsx',
      buildWorkbook({ parts: { 'xl/worksheets/sheet1.xml': doctype } }),
    ],
    [
      'import.damaged',
      'entities that grow',
      'a.xlsx',
      buildWorkbook({ parts: { 'xl/sharedStrings.xml': bomb } }),
    ],
  ])('%s: %s', async (code, _what, name, content) => {
    expect(await cellsOf(Buffer.from(content), name)).toBe(code);
  });

  it('says that a sheet unpacks to too much before it unpacks it [T-5.12]', async () => {
    const content = Buffer.from(buildWorkbook({ rows: [['Name']] }));
    // The directory's entry of the sheet names its unpacked bytes at its 24th byte.
    const entry = content.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    content.writeUInt32LE(1024 ** 3, entry + 24);
    expect(await cellsOf(content, 'a.xlsx')).toBe('import.unpacks_too_large');
  });
});

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
  [46115, '2026-04-03'],
  [46115.99999, '2026-04-04'],
  [0, '00:00'],
  [0.5, '12:00'],
  [-1, undefined],
  [1e9, undefined],
])('the day %d of a workbook is %s [P-15.53]', (serial, date) => {
  expect(readSerial(serial)).toBe(date);
});
