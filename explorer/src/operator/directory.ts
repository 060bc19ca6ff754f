/** The names of exchanges and projects, for lists and forms. */
import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { Exchange, Project, WalletTellerManagement } from '../../../client/src/index.ts';

/** Maximum names of each kind: the longest page of a list. */
const NAMES_MAX = 1000;

/** What is known by name. Before it is loaded, or if there are more than {@link NAMES_MAX}, the page shows identifiers. */
export interface Directory {
  readonly exchanges: readonly Exchange[];
  readonly projects: readonly Project[];
}

const EMPTY: Directory = { exchanges: [], projects: [] };

/** The directory of the shown installation. */
export const DirectoryContext = createContext(EMPTY);

/** Loads the directory once for each key. A failure is shown by the view, which sends requests too. */
export function useDirectory(management: WalletTellerManagement): Directory {
  const [directory, setDirectory] = useState(EMPTY);
  useEffect(() => {
    const abort = new AbortController();
    const options = { signal: abort.signal };
    Promise.all([
      management.exchanges.page({ limit: NAMES_MAX }, options),
      management.projects.page({ limit: NAMES_MAX }, options),
    ]).then(
      ([exchanges, projects]) =>
        setDirectory({ exchanges: exchanges.items, projects: projects.items }),
      () => undefined,
    );
    return () => abort.abort();
  }, [management]);
  return directory;
}

/** Returns the name of a record; its identifier if the name is not known. */
export function nameOf(
  records: readonly { readonly id: string; readonly name: string }[],
  id: string,
): string {
  return records.find((record) => record.id === id)?.name ?? id;
}
