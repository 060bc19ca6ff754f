import { useState } from 'preact/hooks';

import { TRANSACTION_FIELDS } from '../../../../client/src/index.ts';
import { ChevronIcon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import type { Connection } from '../../state/connections.ts';
import { EXPORT_FORMATS } from './export-format.ts';
import type { Listing } from './listing.ts';
import { type ExportState, useExport } from './use-export.ts';

/** Returns the controls and the progress of an export. It has the chosen columns, or all fields by default. */
export function useExportControls(connection: Connection, listing: Listing, total: number) {
  const [format, setFormat] = useState<keyof typeof EXPORT_FORMATS>('csv');
  const { state, start, cancel, dismiss } = useExport(connection);
  const fields = listing.hasChosenColumns ? listing.columns : TRANSACTION_FIELDS;
  const begin = (): void =>
    void start({ filters: listing.filters, fields, format: EXPORT_FORMATS[format], total });
  return {
    controls: (
      <span class="export-controls">
        <span class="select">
          <select
            class="input"
            aria-label="File format"
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as typeof format)}
          >
            {Object.entries(EXPORT_FORMATS).map(([value, { title }]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
          <ChevronIcon />
        </span>
        <button type="button" class="button" disabled={state.phase === 'running'} onClick={begin}>
          Export
        </button>
      </span>
    ),
    progress: <Progress state={state} onCancel={cancel} onDismiss={dismiss} />,
  };
}

const TITLES: Readonly<Record<Exclude<ExportState['phase'], 'none'>, string>> = {
  running: 'Exporting',
  done: 'The export is complete',
  canceled: 'The export was canceled',
  failed: 'The export failed',
};

function Progress({
  state: { phase, rows, total, error },
  onCancel,
  onDismiss,
}: {
  readonly state: ExportState;
  readonly onCancel: () => void;
  readonly onDismiss: () => void;
}) {
  if (phase === 'none') return null;
  const isRunning = phase === 'running';
  const percent = total === 0 ? 100 : Math.floor((rows / total) * 100);
  const action = (
    <button type="button" class="button" onClick={isRunning ? onCancel : onDismiss}>
      {isRunning ? 'Cancel' : 'Dismiss'}
    </button>
  );
  return (
    <Notice
      tone={phase === 'failed' ? 'error' : 'information'}
      title={TITLES[phase]}
      action={action}
      isAlert={phase === 'failed'}
    >
      {isRunning && (
        <>
          <progress aria-label="Export" value={rows} max={Math.max(total, 1)} />
          {rows.toLocaleString('en')} of {total.toLocaleString('en')} rows, {percent} %. Another
          view of this page cancels it.
        </>
      )}
      {phase === 'done' && `The file has ${rows.toLocaleString('en')} rows.`}
      {phase === 'canceled' && 'No file was written.'}
      {phase === 'failed' && `${describeCause(error)} No file was written.`}
    </Notice>
  );
}

/** Returns the message of an error as a sentence: those of a browser end with a period, those of the client do not. */
function describeCause(error: Error | undefined): string {
  const message = error?.message ?? '';
  return message.endsWith('.') ? message : `${message}.`;
}
