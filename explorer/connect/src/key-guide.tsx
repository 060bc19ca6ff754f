import type { ConnectExchange } from '../../../src/domain/connect.ts';
import { CheckIcon, CrossIcon, OpenIcon } from '../../src/components/icons.tsx';

/** Shows how to create a key that can only read, step by step. */
export function KeyGuide({ exchange }: { readonly exchange: ConnectExchange }) {
  const { name, certified, guide, history } = exchange;
  const { url, steps, needs, forbids, addresses, expiry, notes } = guide;
  const title = needsKey(exchange) ? `Create a key at ${name}` : `Find your address at ${name}`;
  const facts = [
    ...(addresses === null ? [] : [['IP addresses', addresses]]),
    ...(expiry === null ? [] : [['Expiry', expiry]]),
    ...notes.map((note) => ['Note', note]),
    ['History', certified ? history : 'As far back as the exchange reports it.'],
  ] as const;
  return (
    <section class="card guide" aria-labelledby="guide-title">
      <h2 id="guide-title">{title}</h2>
      <a class="button" href={url} target="_blank" rel="noopener noreferrer">
        Open {name} in a new tab
        <OpenIcon />
      </a>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div class="rights">
        <Rights title="It needs" rights={needs} kind="needed" />
        <Rights title="It must not have" rights={forbids} kind="forbidden" />
      </div>
      <dl>
        {facts.map(([word, fact]) => (
          <div key={fact}>
            <dt>{word}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns true if the exchange is read with a key; false if an address is enough. */
export function needsKey({ credentials }: ConnectExchange): boolean {
  return credentials.some(({ secret }) => secret);
}

function Rights({
  title,
  rights,
  kind,
}: {
  readonly title: string;
  readonly rights: readonly string[];
  readonly kind: 'needed' | 'forbidden';
}) {
  return (
    <div>
      <h3 id={`rights-${kind}`}>{title}</h3>
      <ul class={kind} aria-labelledby={`rights-${kind}`}>
        {rights.map((right) => (
          <li key={right}>
            {kind === 'needed' ? <CheckIcon /> : <CrossIcon />}
            {right}
          </li>
        ))}
      </ul>
    </div>
  );
}
