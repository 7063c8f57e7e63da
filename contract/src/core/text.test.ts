import { describe, expect, it } from 'vitest';
import { EmailAddress, Id, line, requiredLine, requiredMailedLine, lines, webAddress } from './text.ts';

describe('a line', () => {
  it('is trimmed and keeps every script and sign that a person types', () => {
    for (const text of ['मीरा जोशी', "O'Brien-Iyer", 'André 50% _\\ "Rao"', '<b>Asha</b>', '李 😀'])
      expect(line(120).parse(`  ${text} `)).toBe(text);
  });

  it.each(['a\u0000b', 'a\nb', 'a\tb', 'a\u007Fb', 'a\u0085b', 'a\uD800b', '\uDC00'])(
    'refuses control characters and broken ones: %j',
    (text) => {
      expect(line(120).safeParse(text).error?.issues[0]?.message).toBe('Please leave out control characters');
    },
  );

  it('holds as much as it says and no more', () => {
    expect(line(5).safeParse('12345').success).toBe(true);
    expect(line(5).safeParse('123456').error?.issues[0]?.message).toBe('At most 5 characters, please');
  });

  it('that is required says so in its own words', () => {
    expect(requiredLine(5, 'Please enter a name').safeParse('   ').error?.issues[0]?.message).toBe(
      'Please enter a name',
    );
  });
});

describe('a required line', () => {
  const lines = [requiredLine(120, 'Please enter a name'), requiredMailedLine(120, 'Please enter a name')];

  it.each([
    '',
    '   ',
    '\u200B',
    ' \u200B\u200D\uFEFF ',
    '\u00AD',
    '\u2060',
    '\u3164',
    '\uFFA0',
    '\u2800',
    '\u034F',
    '\uFE0F',
    '\u{E0041}',
  ])('is refused as empty where nothing of it can be seen: %j [P-5.17]', (text) => {
    for (const schema of lines)
      expect(schema.safeParse(text).error?.issues[0]?.message).toBe('Please enter a name');
  });

  it.each(['A', '李', '😀', '\u200Bमीरा', 'क्\u200Dष', '-'])(
    'holds what can be seen, with what joins its signs: %j',
    (text) => {
      for (const schema of lines) expect(schema.parse(text)).toBe(text);
    },
  );
});

describe('a line that is mailed', () => {
  const parse = (text: string) => requiredMailedLine(120, 'Please enter a name').safeParse(text);

  it.each([
    'http://evil.example',
    'https:/evil',
    'See WWW.evil',
    'HTTPS://EVIL.EXAMPLE',
    'claim at www.evil.co.in now',
    'www．evil',
    'www。evil',
    'x.zzz/claim',
    'claim at evil.com/',
    'EVIL.COM/CLAIM',
    'evil．com/a',
    'evil.in/a.b',
  ])('refuses %j, and says so [P-7.7, P-12.23]', (text) => {
    expect(parse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Please leave out web addresses',
    ]);
  });

  it.each([
    'A.K.Sharma',
    'Dr.Rao',
    'S.De',
    'Dr.De',
    'Smt.Lakshmi',
    'Dr.Rao/Dr.Shah',
    'Rao & Sons Pvt.Ltd.',
    'मीरा जोशी',
    'No.5',
    'Mr. Coleman',
    'Manjunath.CN',
    'Priya B.Com',
    'Priya B.Com/M.Com',
    'Asha B.Sc/B.Ed',
    'Asha M.A.MD/M.Phil',
    'Venkatesh.GA',
    'Suresh.IN',
    'Ravi.me',
    'Dr.Anil MBBS.MD',
    'K.R.Biz',
    'Lakshmi.TV',
    'You won: evil.com',
  ])('takes %j for a name [P-7.7, P-12.23]', (text) => {
    expect(parse(text).success).toBe(true);
  });
});

describe('an email address', () => {
  it.each(['a@b.example', ' Asha.Kulkarni+clinic@people.example '])('%j is one', (text) => {
    expect(EmailAddress.parse(text)).toBe(text.trim());
  });

  it.each(['a@b.example\u200B', '\uFEFFa@b.example', '\u202Aa@b.example\u202C', 'a@\u200Bb.example \u200E'])(
    'has nothing invisible: %j [P-7.7]',
    (text) => {
      expect(EmailAddress.parse(text)).toBe('a@b.example');
    },
  );

  it.each([
    '',
    'aarav',
    'a@b',
    'a b@c.example',
    'a@b.example\u0000',
    'a@@b.example',
    `${'x'.repeat(250)}@b.example`,
    'a@b.example, c@d.example',
  ])('%j is none', (text) => {
    expect(EmailAddress.safeParse(text).success).toBe(false);
  });
});

it('takes for an id a UUID only', () => {
  expect(Id.safeParse('7d444840-9dc0-11d1-b245-5ffdce74fad2').success).toBe(true);
  for (const text of ['', '1', "7d444840-9dc0-11d1-b245-5ffdce74fad2'", '7d4448409dc011d1b2455ffdce74fad2'])
    expect(Id.safeParse(text).success).toBe(false);
});

describe('several lines', () => {
  it.each(['', ' a\n\tb \n', 'ब', '💊💊'])('are kept as they are typed: %j', (text) => {
    expect(lines(20).parse(text)).toBe(text);
  });

  it('end with \\n, whatever the browser sends', () => {
    expect(lines(20).parse('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  });

  it.each(['a\u0000b', 'a\u001b[0m', 'a\ud800b', 'a'.repeat(21)])('are refused: %j', (text) => {
    expect(lines(20).safeParse(text).success).toBe(false);
  });
});

describe('a web address', () => {
  const link = webAddress('https', 60, 'Please paste a link');

  it.each([
    ['https://maps.example/x', 'https://maps.example/x'],
    ['https://maps.example', 'https://maps.example'],
    ['HTTPS://X.EXAMPLE', 'https://x.example/'],
    [' https://X.example/A?b=C#d ', 'https://x.example/A?b=C#d'],
    ['https://x.example/\u0000a', 'https://x.example/%00a'],
    ['https://x.example/a\tb\nc', 'https://x.example/abc'],
    ['https://x.example/\uD800', 'https://x.example/%EF%BF%BD'],
    ['https://x.example\\a', 'https://x.example/a'],
  ])('is kept as a browser sends it: %j [T-1.3]', (typed, kept) => {
    expect(link.parse(typed)).toBe(kept);
  });

  it.each([
    'https:evil',
    'https:/evil',
    'https:\\\\evil',
    'https//evil',
    'http://x.example',
    'javascript://x.example/%0aalert(1)',
    '//x.example',
    'https://',
    'https://:80',
    'https://x y.example',
    'https://x.example:99999',
    '\u0000https://x.example',
  ])('is refused where it does not begin as one: %j [T-1.3]', (typed) => {
    expect(link.safeParse(typed).error?.issues[0]?.message).toBe('Please paste a link');
  });

  it('is as long as it is kept', () => {
    expect(link.safeParse(`https://x.example/${'म'.repeat(10)}`).error?.issues[0]?.message).toBe(
      'At most 60 characters, please',
    );
  });
});
