import { Store, useStore } from '../state/store.ts';
import { ForeignText } from '../components/foreign-text.tsx';

/** What the last action has done; the empty text before the first one. */
const outcome = new Store('');

/** Shows what an action has done, until the next one or until the operator dismisses it. */
export function reportOutcome(text: string): void {
  outcome.set(text);
}

/** Shows the outcome of the last action, and announces it. */
export function Outcome() {
  const text = useStore(outcome);
  return (
    <div role="status" aria-label="Outcome">
      {text !== '' && (
        <div class="notice">
          <p class="notice-text">
            <ForeignText text={text} />
          </p>
          <button type="button" class="button" onClick={() => outcome.set('')}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}
