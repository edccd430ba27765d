/** Downloads bytes as a file with a name. */
export function downloadFile(
  bytes: Uint8Array,
  { name, mediaType }: { name: string; mediaType: string },
): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has begun by then, and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
