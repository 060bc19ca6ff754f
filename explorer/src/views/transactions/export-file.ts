/** Writes an export to a file on disk or to a download. */

/** Maximum rows of a download. A larger export is written to a file on disk if the browser supports it. */
const DOWNLOAD_ROWS_MAX = 100_000;
/** Time after which the browser has started the download. */
const DOWNLOAD_START_MS = 60_000;

/** An open file. */
export interface ExportFile {
  /** Appends text of some MB. */
  readonly write: (text: string) => Promise<void>;
  /** Completes the file. */
  readonly close: () => Promise<void>;
  /** Discards the file. */
  readonly abort: () => Promise<void>;
}

/** The part of the File System Access API that TypeScript does not describe. */
interface FilePickers {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
  }) => Promise<ChosenFile>;
}

interface ChosenFile extends FileSystemFileHandle {
  /** Deletes the file. Not standardised; Chromium has it since version 110. */
  readonly remove?: () => Promise<void>;
}

/**
 * Opens and returns the file of an export. The rows do not stay in the memory of the page: for a download,
 * the browser writes large blobs to disk.
 *
 * @throws {DOMException} `AbortError` if the reader cancels the choice of a file.
 */
export async function openExportFile(
  name: string,
  mediaType: string,
  rowCount: number,
): Promise<ExportFile> {
  const { showSaveFilePicker } = globalThis as FilePickers;
  if (rowCount <= DOWNLOAD_ROWS_MAX || showSaveFilePicker === undefined) {
    return createDownload(name, mediaType);
  }
  const handle = await showSaveFilePicker({ suggestedName: name });
  const stream = await handle.createWritable();
  return {
    write: (text) => stream.write(text),
    close: () => stream.close(),
    abort: async () => {
      await stream.abort();
      // The picker has created the file, or emptied it. An empty file looks like an export without rows.
      await handle.remove?.().catch(() => undefined);
    },
  };
}

function createDownload(name: string, mediaType: string): ExportFile {
  const parts: Blob[] = [];
  return {
    write: async (text) => void parts.push(new Blob([text])),
    close: async () => {
      const address = URL.createObjectURL(new Blob(parts, { type: mediaType }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_START_MS);
    },
    abort: async () => void parts.splice(0),
  };
}
