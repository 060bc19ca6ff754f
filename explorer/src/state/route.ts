/** The fragment of the address: `#/balances?search=btc`. It holds the view and its filters. */
import { Store } from './store.ts';

/** Which view is shown, and its filters. */
export interface Route {
  readonly view: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The current route; the address follows it. */
export const route = new Store<Route>({ view: '', parameters: {} });

/** Reads a fragment, with or without its `#`. */
export function parseFragment(fragment: string): Route {
  const [path = '', search = ''] = splitOnce(fragment.replace(/^#/, ''), '?');
  return {
    view: path.replace(/^\//, ''),
    parameters: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** Writes a fragment with its `#`; parameters without a value are left out. */
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

/** Follows the fragment from now on. */
export function watchFragment(read: (fragment: string) => void): void {
  read(location.hash);
  addEventListener('hashchange', () => read(location.hash));
}

/** Goes to a view; the browser's Back returns to the one before. */
export function openView(view: string, parameters?: Record<string, string | undefined>): void {
  location.hash = writeFragment(view, parameters);
}

/** Changes filters of the current view without a new entry in the history: for each key that is typed. */
export function replaceParameters(changes: Readonly<Record<string, string | undefined>>): void {
  const { view, parameters } = route.get();
  const fragment = writeFragment(view, { ...parameters, ...changes });
  history.replaceState(null, '', fragment);
  route.set(parseFragment(fragment));
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
