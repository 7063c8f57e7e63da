import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters = Readonly<Record<string, string>>;

/**
 * Returns a screen's filters from the search parameters, so that Back, Forward and links restore
 * them. The screen validates the values.
 */
export function useAddressFilters(): { filters: Filters; onFiltersChange: (next: Filters) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const texts = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    filters: Object.fromEntries(texts.map(([name, value]) => [name, value.slice(0, 100)])),
    onFiltersChange: (next) => void navigate({ to: '.', search: () => next, replace: true }),
  };
}
