/** Reads and writes the URL fragment, which contains the view and its filters: `#/balances?search=btc`. */
import { Store } from './store.ts';

/** The shown view and its filters. */
export interface Route {
  readonly view: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The current route. */
export const route = new Store<Route>({ view: '', parameters: {} });

/** Returns the route of a fragment, with or without `#`. */
export function parseFragment(fragment: string): Route {
  const [path = '', search = ''] = splitOnce(fragment.replace(/^#/, ''), '?');
  return {
    view: path.replace(/^\//, ''),
    parameters: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** Returns the fragment of a view with `#`. Omits parameters without a value. */
export function writeFragment(
  view: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? `#/${view}` : `#/${view}?${text}`;
}

/** Updates the route whenever the fragment changes. */
export function watchFragment(read: (fragment: string) => void): void {
  read(location.hash);
  addEventListener('hashchange', () => read(location.hash));
}

/** Opens a view and adds an entry to the browser's history. */
export function openView(view: string, parameters?: Record<string, string | undefined>): void {
  location.hash = writeFragment(view, parameters);
}

/** Changes of the parameters that open the first page of a listing. */
export const FIRST_PAGE = { page: undefined, cursor: undefined };

/** Changes filters of the current view without an entry in the history, because each typed key is a change. */
export function replaceParameters(changes: Readonly<Record<string, string | undefined>>): void {
  const { view, parameters } = route.get();
  const fragment = writeFragment(view, { ...parameters, ...changes });
  route.set(parseFragment(fragment));
  try {
    history.replaceState(null, '', fragment);
  } catch {
    // WebKit refuses more than 100 calls in 30 s, Gecko 200 in 10 s. The next change writes the whole fragment.
  }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
