import { CopyButton } from '../../components/copy-button.tsx';

/** Where each credential comes from, in the order of the form. */
const SOURCES = [
  { name: 'API key', command: 'teller key create --project ID', note: 'Printed only once.' },
  { name: 'Organization', command: 'teller org list' },
  { name: 'Project', command: 'teller project list' },
  { name: 'Wallet', command: 'teller wallet list' },
] as const;

/** Says what the page is. */
export function Introduction() {
  return (
    <header>
      <h1>Connect a wallet</h1>
      <p class="quiet">
        wallet-teller reads wallets held at exchanges, and serves their transactions and
        withdrawable balances, exact and complete. This page shows one wallet; its operator gives
        you the four values.
      </p>
    </header>
  );
}

/** Says where the four values of the form come from, and what a reader without them can do. */
export function CredentialGuide() {
  return (
    <div class="connect-guide">
      <section aria-labelledby="guide-values">
        <h2 id="guide-values">Where the four values come from</h2>
        <p>Ask the operator of this service, or run on its machine:</p>
        <dl>
          {SOURCES.map((source) => (
            <div key={source.name}>
              <dt>{source.name}</dt>
              <dd>
                <Command text={source.command} />
                {'note' in source && <span class="quiet">{source.note}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p>
          <code>teller init</code> adds a first wallet and prints all four.
        </p>
      </section>
      <section aria-labelledby="guide-demo">
        <h2 id="guide-demo">No wallet yet?</h2>
        <p>
          The demo runs with a simulated exchange, and prints a link that opens this page with its
          wallet:
        </p>
        <Command text="teller demo" />
      </section>
      <section aria-labelledby="guide-more">
        <h2 id="guide-more">Programs and operators</h2>
        <p>
          The <a href="./docs">API reference</a> describes the two endpoints. To see all wallets,
          run <code>teller serve --manage-port 8081</code> and open{' '}
          <code>http://127.0.0.1:8081/</code> on the same machine.
        </p>
      </section>
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <span class="command">
      <code>{text}</code>
      <CopyButton text={text} label={`Copy “${text}”`} />
    </span>
  );
}
