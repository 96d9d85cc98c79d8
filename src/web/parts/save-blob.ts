/** Downloads a blob under a file name. */
export function saveBlob(blob: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  // The browser reads the blob after this tick. One minute is ample.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
