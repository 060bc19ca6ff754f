import { RefreshIcon } from './icons.tsx';

/** Shows the button that repeats the requests of a view. */
export function RefreshButton({
  isLoading,
  onRefresh,
}: {
  readonly isLoading: boolean;
  readonly onRefresh: () => void;
}) {
  return (
    <button
      type="button"
      class={isLoading ? 'icon-button is-busy' : 'icon-button'}
      onClick={onRefresh}
      aria-label="Refresh"
      title="Refresh"
    >
      <RefreshIcon />
    </button>
  );
}
