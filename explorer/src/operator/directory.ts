/** The names of exchanges and projects, for lists and forms. */
import { createContext } from 'preact';

import type { Exchange, Project, WalletTellerManagement } from '../../../client/src/index.ts';
import { useResource } from '../state/use-resource.ts';

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

/** Loads the directory. A failure is shown by the view, which sends requests too. */
export function useDirectory(management: WalletTellerManagement): Directory {
  const { value } = useResource<Directory>('directory', async ({ signal }) => {
    const [exchanges, projects] = await Promise.all([
      management.exchanges.page({ limit: NAMES_MAX }, { signal }),
      management.projects.page({ limit: NAMES_MAX }, { signal }),
    ]);
    return { exchanges: exchanges.items, projects: projects.items };
  });
  return value ?? EMPTY;
}

/** Returns the name of a record; its identifier if the name is not known. */
export function nameOf(
  records: readonly { readonly id: string; readonly name: string }[],
  id: string,
): string {
  return records.find((record) => record.id === id)?.name ?? id;
}
