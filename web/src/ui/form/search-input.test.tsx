import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { SearchInput } from './search-input.tsx';

const onSearch = vi.fn<(words: string) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  onSearch.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const element = (value: string) => (
  <SearchInput label="Search" placeholder="Name or number" value={value} onSearch={onSearch} />
);
const box = () => screen.getByRole('searchbox', { name: 'Search' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

it('searches once, after a pause in typing, with trimmed words [P-16.51]', () => {
  renderUi(element(''));
  type('sha');
  vi.advanceTimersByTime(200);
  type(' sharma ');
  vi.advanceTimersByTime(299);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch.mock.calls).toEqual([['sharma']]);
  expect(box()).toHaveValue(' sharma ');
});

it('keeps the typed text when the response to an earlier search arrives [P-16.51]', () => {
  const { change } = renderUi(element(''));
  type('sharma');
  vi.advanceTimersByTime(300);
  type('sharma k');
  change(element('sharma'));
  expect(box()).toHaveValue('sharma k');
});

it('follows words that change elsewhere', () => {
  const { change } = renderUi(element('sharma'));
  change(element('venkat'));
  expect(box()).toHaveValue('venkat');
  change(element(''));
  expect(box()).toHaveValue('');
  vi.advanceTimersByTime(300);
  expect(onSearch).not.toHaveBeenCalled();
});

it('offers to be emptied once there is something in it', () => {
  renderUi(element(''));
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  type('sharma');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  vi.advanceTimersByTime(300);
  expect(box()).toHaveValue('');
  expect(onSearch.mock.calls).toEqual([['']]);
});
