import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../../test/render-ui.tsx';
import { DayInput } from './day-input.tsx';

function Field({ start = '2026-11-21', ...rest }: { start?: string; earliest?: string; isOptional?: boolean }) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DayInput label="Date" value={day} onChange={setDay} {...rest} />
      <output>{day === '' ? 'none' : day}</output>
    </>
  );
}
const day = () => screen.getByRole('status').textContent;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Date' });

function type(text: string): void {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.blur(field());
}

describe('a day', () => {
  it('is shown with its month as a word', () => {
    renderUi(<Field start="2026-12-11" />);
    expect(field()).toHaveValue('11 Dec 2026');
    expect(field()).toBeRequired();
  });

  it.each([
    ['3/12/2026', '2026-12-03', '3 Dec 2026'],
    ['2026-12-03', '2026-12-03', '3 Dec 2026'],
    ['7 jan 27', '2027-01-07', '7 Jan 2027'],
  ])('typed as %s is taken as %s', (text, value, shown) => {
    renderUi(<Field />);
    type(text);
    expect(day()).toBe(value);
    expect(field()).toHaveValue(shown);
  });

  it.each(['31/02/2026', 'tomorrow', '12'])('that does not exist, such as %s, changes nothing', (text) => {
    renderUi(<Field />);
    type(text);
    expect(day()).toBe('2026-11-21');
    expect(field()).toHaveValue('21 Nov 2026');
  });

  it('that may be left empty can be emptied again, any other cannot', () => {
    const { change } = renderUi(<Field isOptional />);
    expect(field()).not.toBeRequired();
    type('');
    expect(day()).toBe('none');
    change(<Field key="required" />);
    type('');
    expect(day()).toBe('2026-11-21');
  });

  it('before the earliest is not taken', () => {
    renderUi(<Field earliest="2026-11-20" />);
    type('19/11/2026');
    expect(day()).toBe('2026-11-21');
  });
});

describe('the calendar', () => {
  it('begins its week on Monday, and gives the day that is pressed', async () => {
    const { user } = renderUi(<Field />);
    await user.click(field());
    expect((await screen.findAllByRole('columnheader')).map((head) => head.textContent)[0]).toBe('Mo');
    await user.click(screen.getByRole('button', { name: /^25 November 2026/ }));
    expect(day()).toBe('2026-11-25');
  });

  it('keeps Escape for itself while it is open, so that no dialog around it closes', async () => {
    const { user } = renderUi(<Field />);
    expect(field()).not.toHaveAttribute('data-mantine-stop-propagation');
    await user.click(field());
    expect(field()).toHaveAttribute('data-mantine-stop-propagation', 'true');
  });
});
