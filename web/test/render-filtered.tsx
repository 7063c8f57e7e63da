import { type ReactElement, useState } from 'react';
import type { ClinicServer } from './clinic-server.ts';
import { renderSignedIn } from './render-signed-in.tsx';

interface FilteredScreenProps {
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

/**
 * Renders a screen of the platform with its filters in state, as the application keeps them in the
 * address.
 */
export function renderFiltered(server: ClinicServer, Screen: (props: FilteredScreenProps) => ReactElement) {
  function Filtered() {
    const [filters, setFilters] = useState<Record<string, string>>({});
    return <Screen filters={filters} onFiltersChange={setFilters} />;
  }
  return renderSignedIn(server, <Filtered />);
}
