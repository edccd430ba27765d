/** The contract's values, repeated so that its schemas stay out of the browser. */
const limits = { files: 3, bytes: 4_000_000 };

/** File types for the file picker. */
export const acceptedFiles = 'image/png,image/jpeg,image/webp,application/pdf,text/plain,.log';

/** Whether these files may be sent together. */
export function fit(files: readonly { readonly size: number }[]): boolean {
  return files.length <= limits.files && files.reduce((sum, { size }) => sum + size, 0) <= limits.bytes;
}

/** Whether a file has one of those kinds, by the browser's MIME type; the API checks its content. */
export function isAccepted({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return acceptedFiles.split(',').some((kind) => kind === type || name.toLowerCase().endsWith(kind));
}

/** The bytes of a file in base64. */
export function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.readAsDataURL(file);
  });
}
