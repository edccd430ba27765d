/** Hands bytes to the browser, to be saved under a name. */
export function saveFile(bytes: Uint8Array, { name, mediaType }: { name: string; mediaType: string }): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has begun by then; it keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
