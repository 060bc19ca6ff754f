import { useEffect, useState } from 'preact/hooks';

import { CheckIcon, CopyIcon } from './icons.tsx';

/** Time for which the outcome is shown. */
const SHOWN_MS = 2000;

const OUTCOMES = { copied: 'Copied', failed: 'The browser did not allow copying' } as const;

/** Shows a button that copies the whole text. Hidden without TLS, when the browser has no clipboard. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | undefined>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  if (!isSecureContext) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  const name = outcome === undefined ? label : OUTCOMES[outcome];
  return (
    <button
      type="button"
      class="icon-button copy-button"
      onClick={copy}
      aria-label={name}
      title={name}
    >
      {outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
    </button>
  );
}
