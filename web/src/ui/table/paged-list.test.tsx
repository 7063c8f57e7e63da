import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { PagedList } from './paged-list.tsx';

interface Letter {
  readonly id: string;
  readonly to: string;
}
type Page = { items: Letter[]; next: string | null };

const columns = [
  { name: 'To', width: '1fr', place: 'title', cell: ({ to }: Letter) => to },
  { name: 'Number', width: '80px', isNumber: true, cell: ({ id }: Letter) => id },
] as const;
const letters = (...names: string[]): Letter[] => names.map((to, index) => ({ id: `${to}-${index}`, to }));

/** Shows a query whose replies the test releases, in the order of the requests. */
function show() {
  const asked: { after: string | undefined; answer: (page: Page) => void; fail: () => void }[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const pages = {
    queryKey: ['letters'] as const,
    initialPageParam: undefined,
    queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
      new Promise<Page>((resolve, reject) => {
        asked.push({ after: pageParam, answer: resolve, fail: () => reject(new Error('no')) });
      }),
    getNextPageParam: ({ next }: Page) => next ?? undefined,
  };
  const list = (
    <PagedList
      label="Letters"
      pages={pages}
      columns={columns}
      getKey={({ id }) => id}
      failed="Failed to load letters"
      empty={<p>No letters</p>}
    />
  );
  const view = renderUi(<QueryClientProvider client={client}>{list}</QueryClientProvider>);
  const ask = async (count: number) => {
    await waitFor(() => expect(asked).toHaveLength(count));
    const last = asked.at(-1);
    if (!last) throw new Error('nothing was asked');
    return last;
  };
  return { ...view, client, ask };
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

it('shows that it loads, then its rows under their headings', async () => {
  const { ask } = show();
  expect(screen.getByLabelText('Loading')).toHaveAttribute('aria-busy', 'true');
  (await ask(1)).answer({ items: letters('Asha', 'Ravi'), next: null });
  expect(await screen.findByRole('table', { name: 'Letters' })).toBeVisible();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['To', 'Number']);
  expect(names()).toEqual(['Asha', 'Ravi']);
  expect(screen.queryByLabelText('Loading')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('says when there is nothing', async () => {
  const { ask } = show();
  (await ask(1)).answer({ items: [], next: null });
  expect(await screen.findByText('No letters')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says when it cannot load, and loads at a second try', async () => {
  const { ask, user } = show();
  (await ask(1)).fail();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load letters');
  expect(screen.queryByText('No letters')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  (await ask(2)).answer({ items: letters('Asha'), next: null });
  await waitFor(() => expect(names()).toEqual(['Asha']));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('appends the next page after the last row [P-16.50]', async () => {
  const { ask, user } = show();
  (await ask(1)).answer({ items: letters('Asha'), next: 'after Asha' });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  const second = await ask(2);
  expect(second.after).toBe('after Asha');
  second.answer({ items: letters('Ravi'), next: null });
  await waitFor(() => expect(names()).toEqual(['Asha', 'Ravi']));
});

it('keeps its rows when the next page fails, and when a refetch fails [P-16.50]', async () => {
  const { ask, user, client } = show();
  (await ask(1)).answer({ items: letters('Asha'), next: 'after Asha' });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  (await ask(2)).fail();
  expect(await screen.findByText('Failed to load letters')).toBeVisible();
  expect(names()).toEqual(['Asha']);
  void client.invalidateQueries();
  (await ask(3)).fail();
  expect(await screen.findByText('What you see may be out of date.')).toBeVisible();
  expect(names()).toEqual(['Asha']);
});
