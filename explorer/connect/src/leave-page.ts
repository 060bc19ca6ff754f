import type { ConnectMessage, ConnectSession } from '../../../src/domain/connect.ts';

/** How a session ends on the page. */
export type EndState = ConnectMessage['state'];

/** Removes the token from the URL and the history: it is of no use any more. */
export function forgetToken(): void {
  history.replaceState(null, '', location.pathname + location.search);
}

/**
 * Returns the URL to which the customer returns; `undefined` without one, and for a URL of another origin than
 * that of the session, which may run script for example.
 */
export function checkReturnUrl(
  { returnOrigin }: ConnectSession,
  returnUrl: string | null,
): string | undefined {
  if (returnOrigin === null || returnUrl === null || !URL.canParse(returnUrl)) return undefined;
  const { protocol, origin } = new URL(returnUrl);
  const isPage = protocol === 'https:' || protocol === 'http:';
  return isPage && origin === returnOrigin ? returnUrl : undefined;
}

/**
 * Posts the end of the session to the opener of a pop-up. The browser delivers it only if the opener has the
 * session's origin.
 *
 * @returns false if the page is not a pop-up.
 */
export function postToOpener({ id, returnOrigin }: ConnectSession, state: EndState): boolean {
  const opener = window.opener as Window | null;
  if (opener === null || returnOrigin === null) return false;
  const message: ConnectMessage = { type: 'wallet-teller-connect', session: id, state };
  opener.postMessage(message, returnOrigin);
  return true;
}
