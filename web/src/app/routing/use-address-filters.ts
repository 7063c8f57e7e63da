import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters = Readonly<Record<string, string>>;

/** A screen's filters, kept in the address: back, forward and a link bring them again. The screen cleans them of what it cannot mean. */
export function useAddressFilters(): { filters: Filters; onFiltersChange: (next: Filters) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    filters: Object.fromEntries(texts.map(([name, value]) => [name, value.slice(0, 100)])),
    onFiltersChange: (next) => void navigate({ to: '.', search: () => next as never, replace: true }),
  };
}
