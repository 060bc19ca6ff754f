/** Where an export is written: a file on disk, or a download that the browser assembles. */

/** Larger exports ask for a file first, where the browser can write to one as rows arrive. */
const DOWNLOAD_ROWS_MAX = 100_000;
/** The browser has begun a download by then. */
const DOWNLOAD_START_MS = 60_000;

/** A file that grows. */
export interface ExportFile {
  /** Appends text of some MB. */
  readonly write: (text: string) => Promise<void>;
  /** Makes the file complete. */
  readonly close: () => Promise<void>;
  /** Leaves no file. */
  readonly abort: () => Promise<void>;
}

/** The part of the File System Access API that TypeScript does not describe. */
interface FilePickers {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
  }) => Promise<FileSystemFileHandle>;
}

/**
 * Opens the file of an export. Neither kind holds the rows in the memory of the page: the browser writes
 * large blobs to disk.
 *
 * @throws {DOMException} `AbortError` if the reader chooses no file.
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
    abort: () => stream.abort(),
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
