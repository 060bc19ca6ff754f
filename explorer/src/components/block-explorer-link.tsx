import { OpenIcon } from './icons.tsx';

/** Shows a link to a page of a public block explorer, in a new tab. It sends no referrer. */
export function BlockExplorerLink({
  page,
  isNamed = false,
}: {
  /** The URL. */
  readonly page: string;
  /** True if the host is shown next to the icon. */
  readonly isNamed?: boolean;
}) {
  const { host } = new URL(page);
  return (
    <a
      class={isNamed ? 'button' : 'icon-button'}
      href={page}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open in ${host}`}
      title={`Open in ${host}, in a new tab`}
    >
      {isNamed && host}
      <OpenIcon />
    </a>
  );
}
