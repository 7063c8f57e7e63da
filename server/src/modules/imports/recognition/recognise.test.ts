import { type ImportTarget, readUses, writeUses } from '@samay/contract/imports/columns';
import type { ImportKind } from '@samay/contract/imports/rows';
import { describe, expect, it } from 'vitest';
import { Recognition } from './recognise.ts';
import { readRow } from './rows.ts';

/** Recognises a table, whose lines have cells between bars. */
function recognise(table: string, kind: ImportKind = 'people') {
  const recognition = new Recognition(kind);
  const lines = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  lines.forEach((cells, at) => {
    if (cells.some((cell) => cell !== '')) recognition.add({ line: at + 1, cells });
  });
  const file = recognition.end();
  return { ...file, targets: file.columns.map(({ target }) => target) };
}

const read = (cells: string[], targets: (ImportTarget | null)[], kind: ImportKind = 'people') =>
  readRow(
    { line: 2, cells },
    { kind, uses: targets.map((target) => ({ target, order: 'day' })), today: '2026-11-29' },
  );

describe('the columns of people', () => {
  it('are known by their heads in English [P-15.59]', () => {
    expect(
      recognise(
        "Patient Name|Mobile No.|E-mail|Age / Sex|Gender|Father's Name|Remarks|Blood Group\nAsha|9820011111|a@b.example|34|F|Om|-|B+",
      ).targets,
    ).toEqual(['name', 'contact', 'email', 'born', 'sex', 'guardian', null, null]);
    expect(recognise('PatientName|WhatsApp Number|DoB\nAsha||').targets).toEqual(['name', 'contact', 'born']);
  });

  it('are an age and a date of birth next to each other, and no note [P-15.93, P-15.94]', () => {
    const table = 'Name|Mobile|Age|DOB|Remarks|Date|Time\nAsha|9820011111|34|14/3/1992|shy|3/4/2026|10:00';
    expect(recognise(table).targets).toEqual(['name', 'contact', 'born', 'born', null, null, null]);
    expect(recognise(table, 'bookings').targets).toEqual([
      'name',
      'contact',
      'born',
      'born',
      'note',
      'date',
      'time',
    ]);
  });

  it('are known by their heads in Hindi, with and without the dot below [P-15.59]', () => {
    expect(
      recognise('क्रम|मरीज़ का नाम|मोबाइल नंबर|जन्म तिथि|लिंग|पिता का नाम\n1|आशा|9820011111|3/4/1992|महिला|ओम')
        .targets,
    ).toEqual([null, 'name', 'contact', 'born', 'sex', 'guardian']);
  });

  it('of an export of Google Contacts are known, as it was and as it is [P-15.59]', () => {
    const today =
      'First Name|Middle Name|Last Name|Phonetic First Name|Nickname|Organization Name|Birthday|Notes|Labels|E-mail 1 - Label|E-mail 1 - Value|Phone 1 - Label|Phone 1 - Value|Phone 2 - Value';
    expect(
      recognise(`${today}\nAsha|V|Patil||||1992-03-14||* myContacts|*|a@b.example|Mobile|+91 98200 11111|`)
        .targets,
    ).toEqual([
      'name',
      'name',
      'lastName',
      null,
      null,
      null,
      'born',
      null,
      null,
      null,
      'email',
      null,
      'contact',
      'contact',
    ]);
    expect(
      recognise(
        'Name|Given Name|Additional Name|Family Name|Group Membership|E-mail 1 - Value|Phone 1 - Value\nAsha Patil|Asha||Patil|x|a@b.example|98200 11111',
      ).targets,
    ).toEqual(['name', null, null, null, null, 'email', 'contact']);
  });

  it('of our own export are known', () => {
    expect(
      recognise(
        'Name|Contact|Email|Born|Sex|Guardian|Language|Last Booking|Bookings\nAsha|98200 11111||1992|Female|||2026-01-02|3',
      ).targets,
    ).toEqual(['name', 'contact', 'email', 'born', 'sex', 'guardian', null, null, null]);
  });

  it('are known by their cells where there are no heads [P-15.60]', () => {
    const file = recognise('1|Asha Patil|98200 11111|a@b.example|F\n2|Ravi|98200 22222|r@b.example|M');
    expect([file.headLine, file.rows, file.targets]).toEqual([
      0,
      2,
      [null, 'name', 'contact', 'email', 'sex'],
    ]);
  });

  it('are what their cells are where a head fits several things [P-15.60]', () => {
    expect(recognise('Name|Contact|No.\nAsha|a@b.example|98200 11111').columns).toMatchObject([
      { target: 'name' },
      { target: 'email' },
      { target: null, choices: ['contact'] },
    ]);
  });

  it('may be asked for: an unknown head above texts may be the name [P-15.60]', () => {
    expect(recognise('Jatak|Mobile|Gender\nAsha|98200 11111|F').columns[0]).toMatchObject({
      target: null,
      choices: ['name'],
    });
  });
});

describe('the order of dates', () => {
  it('is asked once where each date fits both [P-15.56]', () => {
    const [, , born] = recognise('Name|Mobile|DOB\nAsha|98200 11111|3/4/92\nRavi|98200 22222|5/6/93').columns;
    expect(born).toMatchObject({ target: 'born', order: 'day', asksOrder: true });
  });

  it('is that of a date that fits one only, however far down [P-15.56]', () => {
    const many = '\nAsha|98200 11111|3/4/92'.repeat(2000);
    const columns = (last: string) =>
      recognise(`Name|Mobile|DOB${many}\nRavi|98200 22222|${last}`).columns[2];
    expect(columns('25/4/92')).toEqual(expect.objectContaining({ order: 'day' }));
    expect(columns('25/4/92')).not.toHaveProperty('asksOrder');
    expect(columns('4/25/92')).toMatchObject({ order: 'month' });
    expect(columns('4/25/92')).not.toHaveProperty('asksOrder');
  });
});

it('finds the heads of a hand-kept sheet below titles, and leaves out sums and repeated heads [P-15.51]', () => {
  const file = recognise(`City Care Clinic, patients of 2026
    |
    |Patient|||Contact|
    No|Name|Age|Sex||E-mail
    1|Asha Patil|thirty four|F|98200 11111, 98200 22222|
    2|Ravi|8 महीने|M|9.87654E+09|
    |
    No|Name|Age|Sex||E-mail
    3|Uma|1992|-|98200 33333|
    |Total|3||`);
  expect([file.headLine, file.rows]).toEqual([4, 3]);
  expect(file.columns.map(({ head, target }) => [head, target])).toEqual([
    ['No', null],
    ['Name', 'name'],
    ['Age', 'born'],
    ['Sex', 'sex'],
    ['Contact', 'contact'],
    ['E-mail', 'email'],
  ]);
});

describe('the columns of bookings', () => {
  it('are known by their heads, and an amount is asked [P-15.59, P-15.60]', () => {
    const file = recognise(
      'Booking Date|Slot|Customer|Phone|Court|Sport|Amount|Mode|Status\n3/12/2026|6-7 pm|Ravi|98200 11111|Court 1|Cricket|1,200|UPI|Confirmed',
      'bookings',
    );
    expect(file.targets).toEqual([
      'date',
      'time',
      'name',
      'contact',
      'resource',
      'service',
      'paid',
      'method',
      'status',
    ]);
    expect(file.columns[6]?.choices).toEqual(['paid', 'price']);
  });
});

describe('a row', () => {
  it.each([
    ['34', '14/3/1992', '1992-03-14'],
    ['14/3/1992', '34', '1992-03-14'],
    ['34', '', '1992'],
    ['not told', '14/3/1992', '1992-03-14'],
    ['34/F', '14/3/1992', '1992-03-14 female'],
    ['old', 'x1', 'born.unreadable'],
  ])('takes of the ages %s and %s the more exact one [P-15.93]', (one, other, expected) => {
    const { person, problems } = read(
      ['Asha', '9820011111', one, other],
      ['name', 'contact', 'born', 'born'],
    );
    const told = [person?.born, person?.sex].filter((value) => typeof value === 'string').join(' ');
    expect(problems[0]?.code ?? told).toBe(expected);
  });

  it('is a person with each of its values read [P-15.61]', () => {
    const targets: ImportTarget[] = [
      'name',
      'lastName',
      'contact',
      'contact',
      'email',
      'born',
      'guardian',
      'note',
      'note',
    ];
    const cells = [
      'आशा',
      'पाटिल',
      '098200-11111',
      '+91 98200 22222',
      'a@b.example; c@d.example',
      '34/F',
      'W/o Om',
      'old',
      'shy',
    ];
    expect(read(cells, targets)).toEqual({
      line: 2,
      cells,
      problems: [],
      person: {
        name: 'आशा पाटिल',
        contact: '+919820011111, +919820022222',
        email: 'a@b.example',
        born: '1992',
        sex: 'female',
        guardian: 'Om',
        note: 'old; shy',
      },
    });
  });

  it('keeps names of every script of India [P-15.61]', () => {
    const names = [
      'આશા પટેલ',
      'ஆஷா',
      'ఆశా',
      'ಆಶಾ',
      'আশা',
      'ਆਸ਼ਾ',
      'ആശ',
      'ଆଶା',
      'آشا',
      'ᱟᱥᱟ',
      'ꯑꯁꯥ',
      "D'Souza-Kulkarni, Dr.",
    ];
    expect(names.map((name) => read([name, '98200 11111'], ['name', 'contact']).person?.name)).toEqual(names);
  });

  it('says at each cell why it cannot be read, all of them together [P-15.62]', () => {
    const { problems, person } = read(
      ['', 'ask Ravi', 'x@', 'soon', 'maybe', 'www.example.test/x'],
      ['name', 'contact', 'email', 'born', 'sex', 'guardian'],
    );
    expect(person).toBeUndefined();
    expect(problems.map(({ column, code }) => [column, code])).toEqual([
      [1, 'contact.unreadable'],
      [2, 'email.unreadable'],
      [3, 'born.unreadable'],
      [4, 'sex.unreadable'],
      [5, 'guardian.unreadable'],
      [0, 'name.missing'],
    ]);
  });

  it('needs a number or an email, and tells of digits that Excel has lost [P-15.62]', () => {
    const both: ImportTarget[] = ['name', 'contact'];
    expect(read(['Asha', '-'], both).problems).toEqual([
      { column: 1, code: 'reach.missing', text: 'There is neither a telephone number nor an email' },
    ]);
    expect(read(['Asha', '9.87654E+09'], both).problems[0]?.text).toContain('Excel has cut');
    expect(read(['Asha', 'a@b.example'], ['name', 'email']).problems).toEqual([]);
  });

  it('is a booking with its times and amounts [P-15.61]', () => {
    const targets: ImportTarget[] = [
      'name',
      'contact',
      'date',
      'time',
      'resource',
      'service',
      'price',
      'paid',
      'method',
      'status',
    ];
    const cells = [
      'Ravi',
      '98200 11111',
      '46359',
      '6-7 pm',
      'Court 1',
      'Cricket',
      '₹1,200',
      '500',
      'gpay',
      'Done',
    ];
    expect(read(cells, targets, 'bookings').booking).toEqual({
      person: {
        name: 'Ravi',
        contact: '+919820011111',
        email: null,
        born: null,
        sex: null,
        guardian: null,
        note: null,
      },
      date: '2026-12-03',
      time: '18:00',
      minutes: 60,
      resource: 'Court 1',
      service: 'Cricket',
      pricePaise: 120_000,
      paidPaise: 50_000,
      method: 'UPI',
      status: 'completed',
    });
  });

  it('takes the time of a booking from its date, and its end from a column or a length [P-15.61]', () => {
    const booking = (cells: string[], targets: ImportTarget[]) =>
      read(['Ravi', '98200 11111', ...cells], ['name', 'contact', ...targets], 'bookings').booking;
    expect(booking(['3/12/2026 6:30 pm'], ['date'])).toMatchObject({ date: '2026-12-03', time: '18:30' });
    expect(booking(['46359.75', '1 hr'], ['date', 'minutes'])).toMatchObject({ time: '18:00', minutes: 60 });
    expect(booking(['3/12/26', '11 pm', '12:30 am'], ['date', 'time', 'end'])).toMatchObject({ minutes: 90 });
  });

  it('of a booking needs a day with a year, a time and amounts that are some [P-15.62]', () => {
    const { problems } = read(
      ['Ravi', '98200 11111', '3/12', '', 'some'],
      ['name', 'contact', 'date', 'time', 'paid'],
      'bookings',
    );
    expect(problems.map(({ code }) => code)).toEqual([
      'date.unreadable',
      'time.missing',
      'amount.unreadable',
    ]);
  });
});

it('writes what is made of columns as a short text, and reads no other', () => {
  const uses = [
    { target: 'name', order: 'day' },
    { target: null, order: 'day' },
    { target: 'born', order: 'month' },
  ] as const;
  expect(writeUses(uses)).toBe('name,-,born/month');
  expect(readUses('name,-,born/month')).toEqual(uses);
  expect([readUses('name,secret'), readUses(''), readUses('born/year')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
