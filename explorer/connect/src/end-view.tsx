import { useEffect, useState } from 'preact/hooks';

import type { ConnectSession } from '../../../src/domain/connect.ts';
import { checkReturnUrl, type EndState, postToOpener } from './leave-page.ts';

/** Time to read the message before the page is left. */
const READING_MS = 2000;

/** The properties of {@link EndView}. */
export interface EndViewProps {
  readonly session: ConnectSession;
  readonly state: EndState;
  readonly returnUrl: string | null;
}

/**
 * Posts the end to the opener of a pop-up, or leads to the page from which the customer came. A tab may have inherited an
 * opener from another page, which does not receive the message. So a pop-up also has the link back.
 */
export function EndView({ session, state, returnUrl }: EndViewProps) {
  const [isPopUp, setPopUp] = useState(false);
  const target = checkReturnUrl(session, returnUrl);
  useEffect(() => {
    if (postToOpener(session, state)) {
      setPopUp(true);
      return undefined;
    }
    if (target === undefined) return undefined;
    const timer = setTimeout(() => location.replace(target), READING_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isPopUp && target === undefined) return <p class="quiet">You can close this page.</p>;
  return (
    <p class="actions">
      {isPopUp && (
        <button type="button" class="button is-primary" onClick={() => window.close()}>
          Close this window
        </button>
      )}
      {target !== undefined && (
        <a
          class={isPopUp ? 'button' : 'button is-primary'}
          href={target}
          onClick={(event) => {
            // "Back" must not return to a session that has ended.
            event.preventDefault();
            location.replace(target);
          }}
        >
          Return to {new URL(target).host}
        </a>
      )}
    </p>
  );
}
