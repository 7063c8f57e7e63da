import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { DayInput } from './day-input.tsx';
import type { Nearest } from './typed-date.ts';

interface FieldProps {
  start?: string;
  earliest?: string;
  nearest?: Nearest;
  isOptional?: boolean;
}

const sent = vi.fn();
beforeEach(() => {
  sent.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T04:30:00Z') });
  return () => vi.useRealTimers();
});

function Field({ start = '2026-11-21', ...rest }: FieldProps) {
  const [day, setDay] = useState(start);
  return (
    <form onSubmit={(event) => (event.preventDefault(), sent(day))}>
      <DayInput label="Date" value={day} onChange={setDay} {...rest} />
      <output>{day === '' ? 'none' : day}</output>
      <button type="submit">Send</button>
      <button type="button" onClick={() => setDay('2026-11-02')}>
        Elsewhere
      </button>
    </form>
  );
}
const day = () => screen.getByRole('status').textContent;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Date' });
const understood = 'Please enter a date, such as 25/11, 25 Nov 2026 or tomorrow';

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
    ['25/11', '2026-11-25', '25 Nov 2026'],
    ['4 jan', '2027-01-04', '4 Jan 2027'],
    ['tomorrow', '2026-11-23', '23 Nov 2026'],
    ['fri', '2026-11-27', '27 Nov 2026'],
  ])('typed as %s is taken as %s when the field is left [P-5.27]', (text, value, shown) => {
    renderUi(<Field />);
    type(text);
    expect(day()).toBe(value);
    expect(field()).toHaveValue(shown);
    expect(field()).toBeValid();
  });

  it.each(['31/02/2026', 'soon', '12'])(
    'that is not understood, such as %s, stays with an error, and is no other day [P-5.27]',
    (text) => {
      renderUi(<Field />);
      type(text);
      expect(day()).toBe(text);
      expect(field()).toHaveValue(text);
      expect(field()).toBeInvalid();
      expect(screen.getByText(understood)).toBeVisible();
      type('25/11');
      expect(screen.queryByText(understood)).toBeNull();
      expect(day()).toBe('2026-11-25');
    },
  );

  it('is submitted by Enter with the last typed value, and not while it is invalid [P-5.27]', async () => {
    const { user } = renderUi(<Field />);
    await user.click(field());
    await user.keyboard('4 dec{Enter}');
    expect(sent.mock.calls).toEqual([['2026-12-04']]);
    await user.click(field());
    await user.keyboard('soon{Enter}');
    expect(sent).toHaveBeenCalledOnce();
    expect(screen.getByText(understood)).toBeVisible();
    await user.keyboard('{Enter}');
    expect(sent).toHaveBeenCalledOnce();
  });

  it('without its year is the last such day where days that are over are asked for [P-5.27]', () => {
    renderUi(<Field nearest="past" />);
    type('25/11');
    expect(day()).toBe('2025-11-25');
  });

  it('that may be left empty can be emptied again, any other says that it is missing', () => {
    const { change } = renderUi(<Field isOptional />);
    expect(field()).not.toBeRequired();
    type('');
    expect(day()).toBe('none');
    expect(field()).toBeValid();
    change(<Field key="required" />);
    type('');
    expect(screen.getByText('Please enter a date')).toBeVisible();
  });

  it('before the earliest is refused', () => {
    renderUi(<Field earliest="2026-11-20" />);
    type('19/11/2026');
    expect(screen.getByText('Please enter 20 Nov 2026 or a later day')).toBeVisible();
    type('20/11/2026');
    expect([day(), screen.queryByText(/or a later day/)]).toEqual(['2026-11-20', null]);
  });

  it('set by the parent replaces an invalid text', async () => {
    const { user } = renderUi(<Field />);
    type('soon');
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(field()).toHaveValue('2 Nov 2026');
    expect(screen.queryByText(understood)).toBeNull();
  });
});

describe('the calendar', () => {
  it('begins its week on Monday, and gives the day that is pressed', async () => {
    const { user } = renderUi(<Field />);
    await user.click(field());
    expect((await screen.findAllByRole('columnheader')).map((head) => head.textContent)[0]).toBe('Mo');
    await user.click(screen.getByRole('button', { name: /^25 November 2026/ }));
    expect(day()).toBe('2026-11-25');
    expect(field()).toHaveValue('25 Nov 2026');
  });

  it('opens at the month of the day, and follows the typed value', async () => {
    const { user } = renderUi(<Field start="2027-02-14" />);
    await user.click(field());
    expect(await screen.findByRole('button', { name: /^14 February 2027/ })).toBeVisible();
    await user.keyboard('4/12');
    expect(screen.getByRole('button', { name: /^4 December 2026/ })).toBeVisible();
  });

  it('handles Escape while it is open, so that no dialog around it closes', async () => {
    const { user } = renderUi(<Field />);
    expect(field()).not.toHaveAttribute('data-mantine-stop-propagation');
    await user.click(field());
    expect(field()).toHaveAttribute('data-mantine-stop-propagation', 'true');
    await user.keyboard('{Escape}');
    expect(field()).not.toHaveAttribute('data-mantine-stop-propagation');
  });
});
