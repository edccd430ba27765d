/** Saves a text as a file in the system's download folder. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The web view reads it after this call has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
